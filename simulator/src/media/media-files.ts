/** Files of fixtures/media: the font of the picture's text, clips and sound. The same place from source and compiled. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type OsdFont, readOsdFont } from '../world/scenes/osd-font.ts'

export function mediaFile(name: string): URL {
  return new URL(`../../../fixtures/media/${name}`, import.meta.url)
}

export async function loadOsdFont(): Promise<OsdFont> {
  return readOsdFont(await promisify(gunzip)(await readFile(mediaFile('osd-font.bin.gz'))))
}
