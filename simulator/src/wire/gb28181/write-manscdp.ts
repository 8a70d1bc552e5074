import { type Shape, writeShape } from './manscdp-fields.ts'
import { MANSCDP_MESSAGES, type ManscdpMessage } from './manscdp-message.ts'
import { writeXml } from './write-xml.ts'
import { xmlElement } from './xml-element.ts'
import type { GbEncoding } from './xml-encoding.ts'

/**
 * Bytes of a body: the declaration, CmdType, SN and the fields in the standard's order. Signs that GB2312 and GBK lack
 * become character references. Throws a RangeError for values that do not fit their fields, for control characters, and
 * for an SN that is no whole number of zero or more.
 */
export function writeManscdp(message: ManscdpMessage, encoding: GbEncoding = 'GB2312'): Uint8Array {
  if (message.kind === 'other') return writeXml(message.element, encoding)
  const { kind, sn, ...values } = message
  if (!(Number.isSafeInteger(sn) && sn >= 0)) throw new RangeError(`SN ${sn}`)
  const [root, cmdType, shape] = MANSCDP_MESSAGES[kind]
  const fields = writeShape(shape as Shape, values as Readonly<Record<string, unknown>>)
  const head = [xmlElement('CmdType', cmdType), xmlElement('SN', String(sn))]
  return writeXml(xmlElement(root, [...head, ...fields]), encoding)
}
