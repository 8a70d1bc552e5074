/** Numbers in registers: the first register holds the high half, unless a device swaps them. */
export const REGISTER_TYPES = ['int16', 'uint16', 'int32', 'uint32', 'float32'] as const
export type RegisterType = (typeof REGISTER_TYPES)[number]

export const registersOf = (type: RegisterType): 1 | 2 => (type === 'int16' || type === 'uint16' ? 1 : 2)

/** The number in `registersOf(type)` registers; undefined when it is none (a float's NaN or infinity). */
export function registerValue(
  type: RegisterType,
  registers: readonly number[],
  isSwapped = false,
): number | undefined {
  const bytes = Buffer.alloc(4)
  const [first = 0, second = 0] = isSwapped ? [registers[1], registers[0]] : registers
  bytes.writeUInt16BE(first, 0)
  bytes.writeUInt16BE(second, 2)
  if (type === 'uint16') return registers[0]
  if (type === 'int16') return Buffer.of((registers[0] ?? 0) >> 8, (registers[0] ?? 0) & 0xff).readInt16BE(0)
  if (type === 'int32') return bytes.readInt32BE(0)
  if (type === 'uint32') return bytes.readUInt32BE(0)
  const value = bytes.readFloatBE(0)
  return Number.isFinite(value) ? value : undefined
}

/** Least and greatest number of a type of whole numbers. */
export const REGISTER_RANGES: Readonly<Record<Exclude<RegisterType, 'float32'>, readonly [number, number]>> =
  {
    int16: [-32_768, 32_767],
    uint16: [0, 65_535],
    int32: [-2_147_483_648, 2_147_483_647],
    uint32: [0, 4_294_967_295],
  }

/**
 * A number as registers: whole numbers are rounded and cut at the type's range. NaN, a value that is not there: a
 * float's NaN, else the least number of a signed type and the greatest of an unsigned one (as SunSpec has it).
 */
export function valueRegisters(type: RegisterType, value: number, isSwapped = false): number[] {
  const bytes = Buffer.alloc(4)
  if (type === 'float32') bytes.writeFloatBE(value, 0)
  else {
    const [least, most] = REGISTER_RANGES[type]
    const absent = least < 0 ? least : most
    const raw = Number.isNaN(value) ? absent : Math.min(most, Math.max(least, Math.round(value)))
    if (registersOf(type) === 1) return [raw & 0xffff]
    bytes.writeUInt32BE(raw >>> 0, 0)
  }
  const halves = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
  return isSwapped ? halves.toReversed() : halves
}
