import { FolderOutlined } from '@ant-design/icons'
import { findDevices } from '@backlot/contract/devices/calls'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { channelsToOpen } from '../../areas/live-video/channels-to-open.ts'
import { screenOfFunction } from '../../areas/live-video/screen-of-function.ts'
import { usePaused } from '../../components/use-paused.ts'
import { deviceStore, useTreeState } from '../../features/device-tree/device-store.ts'
import { pathOf, searchDevices } from '../../features/device-tree/search-devices.ts'
import { functionsOf } from '../../features/device-tree/tree-entry.ts'
import { GlyphIcon } from '../../features/map/glyph-icon.tsx'
import { kindOf } from '../../features/map/marker-glyphs.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import type { Found } from './found.ts'
import { camerasBelow } from './near-cameras.ts'

const MOST = 8
/** A longer text is no name. */
const TEXT_MAX = 64

/**
 * Devices and groups by name, serial number or pinyin, with what their kind is opened for. The platform knows devices by
 * names in other languages too.
 */
export function useDevicesFound(typed: string): readonly Found[] {
  const t = useText('palette')
  const navigate = useNavigate()
  const grant = useSession()
  const mayWatch = useMayWatch()
  const state = useTreeState()
  const wanted = useDeferredValue(typed)
  const asked = usePaused(typed.trim())
  const elsewhere = useQuery({
    queryKey: ['palette', 'devices', asked],
    queryFn: async ({ signal }) => {
      const query = { text: asked, limit: MOST }
      return (await request(findDevices, { query, signal }).catch(() => ({ list: [] }))).list
    },
    enabled: state === 'ready' && asked !== '' && asked.length <= TEXT_MAX,
  }).data
  return useMemo(() => {
    if (state !== 'ready') return []
    const index = deviceStore.index()
    const mayOpen = (path: string) => isPathPermitted(path, grant)
    const own = searchDevices(index, wanted, MOST)
    const others = new Map(
      (wanted.trim() === asked ? elsewhere : undefined)?.flatMap((found) => {
        const row = index.rowOfDevice(found.sn)
        return row === undefined || own.includes(row) ? [] : [[row, found.name] as const]
      }),
    )
    return [...own, ...others.keys()].slice(0, MOST).flatMap((row): Found[] => {
      const node = index.entry[row]!
      const otherName = others.get(row)
      const path = pathOf(index, row).join(' / ')
      const about = otherName === undefined ? path : `${otherName} · ${path}`
      const name = index.name(row)
      if (!index.isDevice(row)) {
        const channels = mayWatch ? camerasBelow(index, row, 4) : []
        if (channels.length === 0) return []
        return [
          {
            key: index.key(row),
            icon: <FolderOutlined />,
            name,
            about,
            does: t('playGroup', { count: channels.length }),
            run: () => void open({ kind: 'video', channels }),
          },
        ]
      }
      const { sn } = node
      if (sn === undefined) return []
      const onMap = mayOpen('/dispatch') && node.longitude && node.latitude
      const map = {
        does: t('showOnMap'),
        run: () => void navigate(`/dispatch?${new URLSearchParams({ sn })}`),
      }
      const channels = channelsToOpen(node)
      const screen = functionsOf(node)
        .flatMap((nodeType) => screenOfFunction({ nodeType, node, sense: undefined }) ?? [])
        .find(({ path }) => path !== '/dispatch' && path !== '/aiAlarm' && mayOpen(path))
      const video =
        mayWatch && 'places' in channels
          ? {
              does: t('play'),
              run: () => void open({ kind: 'video', channels: channels.places.slice(0, 4) }),
            }
          : undefined
      const data = screen && { does: t('readings'), run: () => void navigate(screen.to) }
      const [first, second] = [video, data, onMap ? map : undefined].filter((one) => one !== undefined)
      const base = {
        key: index.key(row),
        icon: <GlyphIcon kind={kindOf(node)} size={15} />,
        name,
        about: index.isOnline(row) ? about : `${t('offline')} · ${about}`,
      }
      return first
        ? [{ ...base, ...first, other: onMap && second !== map && first !== map ? map : second }]
        : []
    })
  }, [state, wanted, asked, elsewhere, grant, mayWatch, t, navigate])
}
