/** Made-up Goodreads interactions in the form of the UCSD files: readers' rows stand together, one in a thousand is bad. */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { integer, makeRng, type Rng } from "../../models/rng.ts";

const ROWS_A_READER = 250;
const BOOKS = 2_000_000;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export async function writeInteractions(path: string, rows: number): Promise<void> {
  const rng = makeRng(20_261_130);
  const file = createWriteStream(path);
  let reader = "";
  let block: string[] = [];
  for (let i = 0; i < rows; i++) {
    if (i % ROWS_A_READER === 0) reader = hex(rng, 32);
    block.push(interaction(rng, reader));
    if (block.length < 10_000) continue;
    if (!file.write(`${block.join("\n")}\n`)) await once(file, "drain");
    block = [];
  }
  file.end(block.length > 0 ? `${block.join("\n")}\n` : "");
  await once(file, "finish");
}

function interaction(rng: Rng, user_id: string): string {
  const bad = integer(rng, 1000) === 0;
  return JSON.stringify({
    user_id,
    book_id: String(integer(rng, BOOKS)),
    review_id: hex(rng, 32),
    is_read: integer(rng, 2) === 0,
    rating: bad ? 9 : integer(rng, 6),
    review_text_incomplete: "",
    date_added: date(rng),
    date_updated: date(rng),
    read_at: integer(rng, 2) === 0 ? "" : date(rng),
    started_at: integer(rng, 2) === 0 ? "" : date(rng),
  });
}

function date(rng: Rng): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const [day, month] = [DAYS[integer(rng, 7)], MONTHS[integer(rng, 12)]];
  const time = `${two(integer(rng, 24))}:${two(integer(rng, 60))}:${two(integer(rng, 60))}`;
  return `${day} ${month} ${two(1 + integer(rng, 28))} ${time} -0${7 + integer(rng, 2)}00 ${2007 + integer(rng, 11)}`;
}

function hex(rng: Rng, digits: number): string {
  let text = "";
  while (text.length < digits)
    text += integer(rng, 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return text;
}
