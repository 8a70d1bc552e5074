import type { VideoConfig } from '../recording/flv-samples.ts'

/** A stream's codec as browsers name it: RFC 6381 for H.264, annex E.3 of ISO/IEC 14496-15 for H.265. */
export function codecName({ kind, record }: Pick<VideoConfig, 'kind' | 'record'>): string {
  if (kind === 'avc1') return `avc1.${hex(record.subarray(1, 4))}`
  const [head = 0] = record.subarray(1)
  const space = ['', 'A', 'B', 'C'][head >> 6]
  let compatible = 0
  for (let bit = 0; bit < 32; bit++)
    if (((record[2 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1) compatible += 2 ** bit
  const constraints = [...record.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  return [
    `hvc1.${space}${head & 0x1f}`,
    compatible.toString(16).toUpperCase(),
    `${head & 0x20 ? 'H' : 'L'}${record[12] ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.')
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
