import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02014b50
const DEFLATED = 8

/** The texts in a zip file, by their names (as an Excel file holds its sheets). */
export function zipTexts(zip: Buffer): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0 && at + 46 <= zip.length; ) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) break
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    )
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    texts.set(name, (zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : data).toString('utf8'))
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return texts
}
