/** A small suite, made once for the tests that look into it. */
import { WantReader } from "../../../models/agent/wants.ts";
import { type Episode, KNOBS, type Knobs, type Part } from "../../../models/fuse/episode-maker.ts";
import type { Reading } from "../../../models/fuse/plan.ts";
import { makeSuite } from "../../../models/fuse/suite.ts";
import { FuseWorld } from "../../../models/fuse/world.ts";
import { readShipped } from "../../../pipelines/label/shipped.ts";

export async function reading(): Promise<{ wants: WantReader; read: Reading }> {
  const wants = new WantReader({ tone: await readShipped(), aspect: null });
  return { wants, read: (content) => wants.read(content) };
}

export async function smallSuite(
  seed: number,
  perTask: number,
  part: Part = "public",
  knobs: Knobs = KNOBS,
): Promise<{ world: FuseWorld; episodes: Episode[] }> {
  const world = new FuseWorld(seed, 6);
  const { read } = await reading();
  return { world, episodes: [...makeSuite({ world, part, knobs, read }, perTask)] };
}
