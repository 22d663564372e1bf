/** A progress bar on stderr, on a terminal only; elsewhere it is silent. */
import { SingleBar } from "cli-progress";

export interface Progress {
  /** @param total  null when it is not known before the end. */
  start(label: string, total: number | null): void;
  update(done: number, note?: string): void;
  stop(): void;
}

export const SILENT: Progress = { start() {}, update() {}, stop() {} };

export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return SILENT;
  let bar: SingleBar | null = null;
  return {
    start(label, total) {
      const known = "{label} {bar} {value}/{total} {note} {eta_formatted}";
      const open = "{label} {value} {note} {duration_formatted}";
      bar = new SingleBar({
        stream,
        format: total === null ? open : known,
        hideCursor: true,
        clearOnComplete: true,
        gracefulExit: false,
      });
      bar.start(total ?? 0, 0, { label, note: "" });
    },
    update(done, note = "") {
      bar?.update(done, { note });
    },
    stop() {
      bar?.stop();
      bar = null;
    },
  };
}
