import type { RtpLinkKind } from '../media/ps/rtp-link.ts'

/** A platform that devices register at, as the query of `gb28181://host:port?…` names it. */
export type GbTarget = {
  /** Of the first device; undefined: the usual one. */
  id: string | undefined
  /** Of the platform, 20 digits, and its domain, ten as a rule. */
  server: string
  domain: string
  password: string
  transport: 'udp' | 'tcp'
  /** How devices ask for the voice of operators: over UDP, or over TCP where they connect or listen. */
  voice: RtpLinkKind
}

export const GB_TARGET_KEYS = ['id', 'server', 'domain', 'password', 'transport', 'voice'] as const
const VOICES = ['udp', 'tcp-active', 'tcp-passive'] as const

const GB_DOMAIN = '3402000000'
/** The ten digits behind a domain that are those of its first server (annex D of GB/T 28181). */
const FIRST_SERVER = '2000000001'

/** Keys that are none of GB_TARGET_KEYS are passed over. A text says what is wrong. */
export function readGbTarget(given: URLSearchParams): GbTarget | string {
  const id = given.get('id') ?? undefined
  const domain = given.get('domain') ?? given.get('server')?.slice(0, 10) ?? GB_DOMAIN
  const server = given.get('server') ?? `${domain}${FIRST_SERVER}`
  const transport = given.get('transport') ?? 'udp'
  if (!/^[\w.-]{1,64}$/.test(domain)) return `domain ${domain} is no name`
  if (!/^\d{20}$/.test(server)) return `server ${server} has not 20 digits`
  if (id !== undefined && !/^\d{20}$/.test(id)) return `id ${id} has not 20 digits`
  if (transport !== 'udp' && transport !== 'tcp') return `transport ${transport} is neither udp nor tcp`
  const wished = given.get('voice') ?? 'udp'
  const voice = VOICES.find((one) => one === wished)
  if (!voice) return `voice ${wished} is none of ${VOICES.join(', ')}`
  return { id, server, domain, password: given.get('password') ?? '', transport, voice }
}
