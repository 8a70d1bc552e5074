/**
 * Ids of devices, channels, users and servers (annex D of 2016, annex E of 2022): 20 digits, of which eight name the
 * centre, two the industry, three the type, one the network, and six number what is otherwise alike.
 */
import { type GbRead, gbProblem } from './gb-problem.ts'

export type GbId = {
  /** Eight digits: province, city, district and station by GB/T 2260. */
  centre: string
  /** 0–99. */
  industry: number
  /** 111–999. */
  type: number
  /** 0–9. */
  network: number
  /** 0–999999. */
  serial: number
}

/** The types that this platform has names for. */
export const GB_TYPES = {
  dvr: 111,
  videoServer: 112,
  encoder: 113,
  decoder: 114,
  videoSwitch: 115,
  audioSwitch: 116,
  alarmController: 117,
  nvr: 118,
  camera: 131,
  networkCamera: 132,
  display: 133,
  alarmInput: 134,
  alarmOutput: 135,
  voiceInput: 136,
  voiceOutput: 137,
  mobileTransport: 138,
  centre: 200,
  webServer: 201,
  mediaServer: 202,
  proxyServer: 203,
  businessGroup: 215,
  virtualOrganisation: 216,
} as const

const FORM = /^(\d{8})(\d{2})(\d{3})(\d)(\d{6})$/

/** Reads 20 digits; anything else is a problem `id`. Types are not checked. */
export function readGbId(text: string): GbRead<GbId> {
  const [, centre, industry, type, network, serial] = FORM.exec(text) ?? []
  if (centre === undefined) {
    const wrong = text.search(/\D/)
    const message = wrong >= 0 ? `'${text.slice(0, 40)}' is no number` : `${text.length} digits, not 20`
    return gbProblem('id', Math.max(wrong, 0), message)
  }
  const value = {
    centre,
    industry: Number(industry),
    type: Number(type),
    network: Number(network),
    serial: Number(serial),
  }
  return { ok: true, value }
}

/** Twenty digits. Throws a RangeError for a part that does not fit. */
export function writeGbId({ centre, industry, type, network, serial }: GbId): string {
  if (!/^\d{8}$/.test(centre)) throw new RangeError(`centre '${centre}'`)
  return [centre, digits(industry, 2), digits(type, 3), digits(network, 1), digits(serial, 6)].join('')
}

function digits(value: number, length: number): string {
  if (!(Number.isInteger(value) && value >= 0 && value < 10 ** length))
    throw new RangeError(`${value} in an id`)
  return String(value).padStart(length, '0')
}

export const isGbId = (text: string): boolean => FORM.test(text)

/** The domain that an id belongs to, as it stands in SIP URIs: its first ten digits. */
export const gbDomain = (id: string): string => id.slice(0, 10)
