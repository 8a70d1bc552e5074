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

/** A float in two registers, the high half first. */
export function floatRegisters(value: number): [number, number] {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(value, 0)
  return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
}
