/** Readings in position reports, as makers put them there: items with ids of their own (JT/T 808-2019, table 27). */
import type { LocationExtra } from './location-extras.ts'

/** Least and greatest number of each type; the bytes are those of the standard, the high one first. */
const RANGES = {
  uint8: [0, 0xff],
  int8: [-0x80, 0x7f],
  uint16: [0, 0xffff],
  int16: [-0x8000, 0x7fff],
  uint32: [0, 0xffff_ffff],
  int32: [-0x8000_0000, 0x7fff_ffff],
} as const
export const EXTRA_TYPES = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32'] as const
export type ExtraType = (typeof EXTRA_TYPES)[number]

/** Ids that the standard leaves to makers. */
export const MAKERS_IDS = { least: 0xe1, most: 0xff } as const

/** An item: the value is raw × factor + offset. */
export type KindExtra = { id: number; type: ExtraType; factor: number; offset: number }

const widthOf = (type: ExtraType): number => (type.endsWith('int8') ? 1 : type.endsWith('int16') ? 2 : 4)

/** The item of a value: rounded, and cut at the range of its type. */
export function writeKindExtra({ id, type, factor, offset }: KindExtra, value: number): LocationExtra {
  const [least, most] = RANGES[type]
  const width = widthOf(type)
  const raw = Math.min(most, Math.max(least, Math.round((value - offset) / factor)))
  const bytes = Buffer.alloc(width)
  if (least < 0) bytes.writeIntBE(raw, 0, width)
  else bytes.writeUIntBE(raw, 0, width)
  return { id, bytes: new Uint8Array(bytes) }
}

/** The readings among a report's items, by name; items of another length are left out. */
export function readKindExtras(
  extras: readonly LocationExtra[],
  mapped: Readonly<Record<string, KindExtra>>,
): { name: string; value: number }[] {
  return Object.entries(mapped).flatMap(([name, { id, type, factor, offset }]) => {
    const width = widthOf(type)
    const found = extras.find((extra) => extra.id === id && extra.bytes.length === width)
    if (!found) return []
    const bytes = Buffer.from(found.bytes)
    const raw = RANGES[type][0] < 0 ? bytes.readIntBE(0, width) : bytes.readUIntBE(0, width)
    return [{ name, value: Number((raw * factor + offset).toPrecision(12)) }]
  })
}
