/** Format of a picture, read from its own bytes. */
export type PictureForm = { kind: 'jpg' | 'png'; width: number; height: number }

/**
 * Reads form and size of a JPEG or PNG from its bytes, following its segments or chunks to the end. Undefined when it
 * is neither, or broken off. File names and content types are not believed.
 */
export function pictureForm(bytes: Buffer): PictureForm | undefined {
  return pngForm(bytes) ?? jpegForm(bytes)
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO/IEC 15948): IHDR comes first, IEND ends it. */
function pngForm(bytes: Buffer): PictureForm | undefined {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const form: PictureForm = { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return undefined
    if (name === 'IDAT') hasData = true
    if (name === 'IEND') return hasData && form.width > 0 && form.height > 0 ? form : undefined
    at += 12 + length
  }
  return undefined
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** Start of frame, any coding; C4, C8 and CC are tables and extensions. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** JPEG (ITU-T T.81): segments up to the scan, then an end marker somewhere behind it. */
function jpegForm(bytes: Buffer): PictureForm | undefined {
  if (bytes.length < 20 || bytes[0] !== 0xff || bytes[1] !== SOI) return undefined
  let form: PictureForm | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at++
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return undefined
    if (isFrame(marker)) {
      if (length < 8) return undefined
      form = { kind: 'jpg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === SOS) {
      const ends = bytes.lastIndexOf(Buffer.from([0xff, EOI])) > at
      return form && ends && form.width > 0 && form.height > 0 ? form : undefined
    }
    at += 2 + length
  }
  return undefined
}
