import { ACCESS } from '@backlot/contract/access'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { nearestDevices } from '@backlot/contract/map-dispatch/calls'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../language/language.ts'
import { alarmNames } from '../../parts/alarms/place-name.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { request } from '../../platform/client.ts'
import { alarmPosition } from './alarm-place.ts'
import { useMay } from './use-may.ts'
import { videoChannelOf } from './video-channel.ts'

const NEAREST = 6

/** A camera that may have seen an alarm. */
export type AlarmCamera = {
  sn: string
  chnId: number
  name: string
  /** The alarm's own device. */
  own: boolean
  online: boolean
  longitude?: number
  latitude?: number
  straightM?: number
  roadM?: number | undefined
}

export const cameraKey = ({ sn, chnId }: Pick<AlarmCamera, 'sn' | 'chnId'>): string => `${sn}|${chnId}`

type AlarmCameras = {
  /** The device's own camera first, then those nearest to where the alarm started. */
  list: readonly AlarmCamera[]
  /** Why there are none near. */
  noneNear: 'noPlace' | 'noRight' | 'loading' | undefined
}

/** The cameras of an alarm. Asked for once an alarm; without a right to the map only the own one. */
export function useAlarmCameras(alarm: Alarm): AlarmCameras {
  const language = useLanguage()
  const device = useDevice(alarm.sn)
  const chnId = videoChannelOf(device, alarm.chnId)
  const mayNear = useMay(ACCESS.useMap)
  const at = alarmPosition(alarm, 'start')
  const { data, isPending } = useQuery({
    queryKey: ['near', at?.longitude, at?.latitude, language],
    enabled: mayNear && at !== undefined,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { longitude = 0, latitude = 0 } = at ?? {}
      const query = { longitude, latitude, kind: 'camera' as const, limit: NEAREST + 1 }
      return (await request(nearestDevices, { query, signal })).list
    },
  })
  const own: AlarmCamera[] =
    chnId === undefined
      ? []
      : [{ sn: alarm.sn, chnId, name: alarmNames(alarm, device).device, own: true, online: true }]
  const near = (data ?? [])
    .flatMap((one): AlarmCamera[] =>
      one.chnId === undefined || one.sn === alarm.sn ? [] : [{ ...one, chnId: one.chnId, own: false }],
    )
    .slice(0, NEAREST)
  return {
    list: [...own, ...near],
    noneNear: !mayNear ? 'noRight' : at === undefined ? 'noPlace' : isPending ? 'loading' : undefined,
  }
}
