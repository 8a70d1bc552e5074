// Files that are right, to begin with.
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'

/** A picture that the platform takes. */
export function imageBytes(): Buffer[] {
  return [PNG.sync.write(new PNG({ width: 300, height: 60 }))]
}

/** Lists of devices as office programs write them. */
export function sheetBytes(): Buffer[] {
  return ['devices.xlsx', 'devices.xls'].map((name) =>
    readFileSync(new URL(`../../../fixtures/sheets/${name}`, import.meta.url)),
  )
}
