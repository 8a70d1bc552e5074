import type { XmlLimits } from '../xml/read-xml.ts'
import { type GbProblem, gbProblem } from './gb-problem.ts'
import { readShape, type Shape } from './manscdp-fields.ts'
import {
  MANSCDP_MESSAGES,
  MANSCDP_ROOTS,
  type ManscdpKind,
  type ManscdpMessage,
  type ManscdpRoot,
} from './manscdp-message.ts'
import { readBody, XML_LIMITS } from './read-body.ts'
import { childOf, type XmlElement } from './xml-element.ts'
import { decodeXml, type GbEncoding } from './xml-encoding.ts'

export type ManscdpRead =
  | {
      ok: true
      value: ManscdpMessage
      encoding: GbEncoding
      /** Optional fields and list items that could not be read and are left out, and damaged characters. */
      ignored: readonly GbProblem[]
    }
  | { ok: false; problem: GbProblem }

/** One message can have thousands of bad fields; the first ones say what is wrong. */
const IGNORED_MAX = 32

const KINDS = new Map<string, ManscdpKind>(
  (Object.keys(MANSCDP_MESSAGES) as ManscdpKind[]).map((kind) => {
    const [root, cmdType] = MANSCDP_MESSAGES[kind]
    return [`${root} ${cmdType}`.toLowerCase(), kind]
  }),
)

/**
 * Reads a body of Application/MANSCDP+xml. Names of elements are read in any case, unknown elements are passed over, an
 * unknown CmdType is kept as `other`. Problems: those of the XML, `message` for another root or no CmdType, `missing`
 * for an element that the message needs. `limits.characters` also limits the bytes. Never throws.
 */
export function readManscdp(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): ManscdpRead {
  // A character has at most four bytes.
  if (bytes.length > limits.characters * 4) return gbProblem('tooLong', 0, `${bytes.length} bytes`)
  const { text, encoding, damaged } = decodeXml(bytes)
  const xml = readBody(text, limits)
  if (!xml.ok) return xml
  const ignored: GbProblem[] = []
  if (damaged)
    ignored.push({
      code: 'encoding',
      offset: text.indexOf('\ufffd'),
      message: `bytes that are no ${encoding}`,
    })
  const read = messageOf(xml.value, (problem) => {
    if (ignored.length < IGNORED_MAX) ignored.push(problem)
  })
  return read.ok ? { ...read, encoding, ignored } : read
}

function messageOf(element: XmlElement, report: (problem: GbProblem) => void) {
  const root = MANSCDP_ROOTS.find((name) => name.toLowerCase() === element.name.toLowerCase())
  const cmdType = childOf(element, 'cmdtype')?.text ?? ''
  if (!root) return gbProblem('message', element.offset, `root ${element.name.slice(0, 40)}`)
  if (cmdType === '') return gbProblem('message', element.offset, 'no CmdType')
  const kind = KINDS.get(`${root} ${cmdType}`.toLowerCase())
  const snText = childOf(element, 'sn')?.text ?? ''
  const sn = /^\d{1,15}$/.test(snText) ? Number(snText) : undefined
  if (!kind) return { ok: true as const, value: otherOf(element, root, cmdType, sn) }
  if (sn === undefined) return gbProblem('missing', element.offset, `SN '${snText.slice(0, 40)}'`)
  let missing: GbProblem | undefined
  const shape: Shape = MANSCDP_MESSAGES[kind][2]
  const values = readShape(shape, element, (problem) => {
    missing = problem
    report(problem)
  })
  if (!values) return { ok: false as const, problem: missing! }
  return { ok: true as const, value: { kind, sn, ...values } as ManscdpMessage }
}

function otherOf(
  element: XmlElement,
  root: ManscdpRoot,
  cmdType: string,
  sn: number | undefined,
): ManscdpMessage {
  const message: ManscdpMessage = { kind: 'other', root, cmdType, element }
  if (sn !== undefined) message.sn = sn
  const deviceId = childOf(element, 'deviceid')?.text
  if (deviceId) message.deviceId = deviceId
  return message
}
