import type { Jt808Version } from '../../../wire/jt808/header.ts'

/** Digits of a terminal's phone number, without zeros in front. */
export const phoneOf = (sn: string): string => sn.replace(/\D/g, '').slice(-12)

/**
 * Who a terminal is, in its registration (0x0100) and in its attributes (0x0107). The terminal id has 7 bytes in 2013, and
 * 30 in 2019.
 */
export function terminalIdentity(
  sn: string,
  version: Jt808Version,
): { maker: string; model: string; terminalId: string } {
  return { maker: 'BKLOT', model: 'BL-808', terminalId: sn.slice(version === 2019 ? -30 : -7) }
}
