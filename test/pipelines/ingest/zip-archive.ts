/** Writes small zip archives (method "stored"), so that tests read real ones without a tool. */
import { crc32 } from "node:zlib";

/** @param claimBytes  What the archive says of the unpacked size, true or not. */
export function zipOf(members: Readonly<Record<string, string>>, { claimBytes }: { claimBytes?: number } = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const [title, data] = [Buffer.from(name), Buffer.from(content)];
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(data), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(claimBytes ?? data.length, 8);
    // Version 2.0, UTF-8 names; stored, or deflated where the claim is false (stored sizes must agree).
    const fields = Buffer.from([20, 0, 0, 8, claimBytes === undefined ? 0 : 8, 0, 0, 0, 0, 0]);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(title.length, 0);
    const header = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, sizes, lengths, title]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, sizes, lengths, rest, title]));
    local.push(header, data);
    offset += header.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
