import type { Writable } from 'node:stream'

const HEADER_BYTES = 13
const TAG_HEADER_BYTES = 11
const VIDEO = 9

type Tag = { atMs: number; bytes: Buffer; isSetup: boolean }

/** The tags of an FLV file, each with the length that follows it. */
function tagsOf(file: Buffer): Tag[] {
  const tags: Tag[] = []
  for (let at = HEADER_BYTES; at + TAG_HEADER_BYTES < file.length; ) {
    const length = TAG_HEADER_BYTES + file.readUIntBE(at + 1, 3) + 4
    const bytes = file.subarray(at, at + length)
    const atMs = bytes.readUIntBE(4, 3) + bytes.readUInt8(7) * 0x1000000
    // Metadata, and the decoder's settings: packet type 0 after the codec.
    const isSetup = bytes[0] === 18 || (bytes[0] === VIDEO && bytes[TAG_HEADER_BYTES + 1] === 0)
    tags.push({ atMs, bytes, isSetup })
    at += length
  }
  return tags
}

/** Plays an FLV file into a response in its own time, over and over, until the viewer leaves. */
export function playForEver(file: Buffer, out: Writable): void {
  const tags = tagsOf(file)
  const frames = tags.filter((tag) => !tag.isSetup)
  const frameMs = frames[1]!.atMs - frames[0]!.atMs
  const roundMs = frames.at(-1)!.atMs + frameMs
  const startedAt = performance.now()
  let sent = 0
  out.write(file.subarray(0, HEADER_BYTES))
  for (const tag of tags.filter((one) => one.isSetup)) out.write(tag.bytes)
  const timer = setInterval(() => {
    for (;;) {
      const tag = frames[sent % frames.length]!
      const atMs = tag.atMs + Math.floor(sent / frames.length) * roundMs
      // One second ahead, so that the player has something to start with.
      if (atMs > performance.now() - startedAt + 1000) return
      const bytes = Buffer.from(tag.bytes)
      bytes.writeUIntBE(atMs % 0x1000000, 4, 3)
      bytes.writeUInt8(Math.floor(atMs / 0x1000000), 7)
      out.write(bytes)
      sent += 1
    }
  }, frameMs)
  out.on('close', () => clearInterval(timer))
}
