import { DEVICE_ACCOUNT } from '@backlot/simulator/kernel/defaults'
import { readQuery } from './query-reader.ts'

export type OnvifTarget = {
  user: string
  /** Undefined: the platform's own, which is for this machine alone. */
  password: string | undefined
  /** Of RTSP; 0: a free one. */
  rtsp: number
  /** Each camera has a port of its own of these besides. */
  ports: { first: number; last: number } | undefined
  discovery: boolean
}

const ONVIF_KEYS = ['user', 'password', 'rtsp', 'ports', 'discovery'] as const
const PORT_MOST = 65_535

/** Reads what stands behind the question mark. Throws a UserError. */
export function onvifTargetOf(query: string): OnvifTarget {
  const { get, wrong } = readQuery('onvif', query, ONVIF_KEYS)
  const user = get('user') ?? DEVICE_ACCOUNT
  const rtsp = get('rtsp') ?? '0'
  const ports = get('ports')
  const discovery = get('discovery') ?? 'on'
  if (!/^[\x20-\x7e]{1,64}$/.test(user)) throw wrong(`user ${user} is none`)
  if (!/^\d{1,5}$/.test(rtsp) || Number(rtsp) > PORT_MOST) throw wrong(`rtsp ${rtsp} is no port`)
  const [first = 0, last = 0] = /^\d{1,5}-\d{1,5}$/.test(ports ?? '') ? ports!.split('-').map(Number) : []
  if (ports !== undefined && (first < 1 || first > last || last > PORT_MOST))
    throw wrong(`ports ${ports} is not first-last, such as 9000-9199`)
  if (discovery !== 'on' && discovery !== 'off') throw wrong(`discovery ${discovery} is neither on nor off`)
  return {
    user,
    password: get('password'),
    rtsp: Number(rtsp),
    ports: ports === undefined ? undefined : { first, last },
    discovery: discovery === 'on',
  }
}
