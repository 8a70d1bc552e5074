import { ACCESS } from '@backlot/contract/access'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { nearestDevices } from '@backlot/contract/map-dispatch/calls'
import { useQuery } from '@tanstack/react-query'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { type BoundChannel, useBoundChannels } from '../../features/installation/use-bound-channels.ts'
import { useLanguage } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { alarmPosition } from './alarm-place.ts'
import { useMay } from './use-may.ts'

const NEAREST = 6

/** A camera that may have seen an alarm. */
export type AlarmCamera = {
  sn: string
  chnId: number
  name: string
  /** The alarm's own device. */
  own: boolean
  /** It was bound to the alarm's device, at which it looks. */
  bound: boolean
  online: boolean
  longitude?: number
  latitude?: number
  straightM?: number
  roadM?: number | undefined
}

export const cameraKey = ({ sn, chnId }: Pick<AlarmCamera, 'sn' | 'chnId'>): string => `${sn}|${chnId}`

type AlarmCameras = {
  /** The device's own camera and those that look at it, then those nearest to where the alarm started. */
  list: readonly AlarmCamera[]
  /** Why there are none near. */
  noneNear: 'noPlace' | 'noRight' | 'loading' | undefined
}

type Near = Omit<AlarmCamera, 'own' | 'bound'>

/**
 * Cameras in the order in which the platform takes an alarm's pictures: of devices that measure those that look at them
 * come before their own; then those near. None is repeated.
 */
export function inOrder(
  {
    bound,
    own,
    near,
  }: { bound: readonly BoundChannel[]; own: AlarmCamera | undefined; near: readonly Near[] },
  measures: boolean,
): AlarmCamera[] {
  const looking = bound.map((one): AlarmCamera => {
    const { sn, chnId } = one
    const name = one.devName === one.name ? one.name : `${one.devName} – ${one.name}`
    const known = near.find((each) => cameraKey(each) === cameraKey(one))
    const isOwn = own !== undefined && cameraKey(own) === cameraKey(one)
    return { ...known, sn, chnId, name, online: one.onlineStatus !== 0, own: isOwn, bound: true }
  })
  const taken = new Set(looking.map(cameraKey))
  const isLeft = (camera: Pick<AlarmCamera, 'sn' | 'chnId'>) => !taken.has(cameraKey(camera))
  const itself = own && isLeft(own) ? [own] : []
  return [
    ...(measures ? [...looking, ...itself] : [...itself, ...looking]),
    ...near
      .filter(isLeft)
      .slice(0, NEAREST)
      .map((one) => ({ ...one, own: false, bound: false })),
  ]
}

/** The cameras of an alarm, loaded once per alarm; without a right to the map none that are only near. */
export function useAlarmCameras(
  alarm: Pick<Alarm, 'sn' | 'chnId' | 'devName' | 'chnName' | 'startLon' | 'startLat'>,
): AlarmCameras {
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
  const bound = useBoundChannels(alarm.sn).data?.list ?? []
  const { sn } = alarm
  const measures = device?.chnList?.some(({ type }) => type === CHANNEL_TYPES.hjt212) ?? false
  const name = alarmNames(alarm, device).device
  const own = chnId === undefined ? undefined : { sn, chnId, name, own: true, bound: false, online: true }
  const near = (data ?? []).flatMap((one): Near[] =>
    one.chnId === undefined || one.sn === sn ? [] : [{ ...one, chnId: one.chnId }],
  )
  return {
    list: inOrder({ bound, own, near }, measures),
    noneNear: !mayNear ? 'noRight' : at === undefined ? 'noPlace' : isPending ? 'loading' : undefined,
  }
}

/** The channel to look through for an alarm: its own when it is a video channel, else the device's first one. */
function videoChannelOf(device: Pick<TreeNode, 'chnList'> | undefined, chnId: number): number | undefined {
  const videos = (device?.chnList ?? []).filter((channel) => channel.type === CHANNEL_TYPES.video)
  return (videos.find((channel) => channel.chnId === chnId) ?? videos[0])?.chnId
}
