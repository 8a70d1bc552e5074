import { EnvironmentOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePaused } from '../../components/use-paused.ts'
import { deviceStore, useTreeState } from '../../features/device-tree/device-store.ts'
import { suggestionsFor } from '../../features/map/geocode.ts'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { askedCameras } from './asked-cameras.ts'
import type { Found } from './found.ts'
import { nearCameras } from './near-cameras.ts'

const MOST = 5
const ZOOM = '16'
/** How many cameras Ctrl+Enter on a place plays. */
const BESIDE = 4

/** Places, roads and addresses by name: on the map, or the cameras around them. */
export function usePlacesFound(typed: string): readonly Found[] {
  const t = useText('palette')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayMap = useSession((session) => isPathPermitted('/dispatch', session))
  const mayWatch = useMayWatch()
  const isTreeReady = useTreeState() === 'ready'
  const asked = mayWatch ? askedCameras(typed) : undefined
  const wanted = usePaused(useDeferredValue(asked?.where ?? typed.trim()))
  const { data = [] } = useQuery({
    queryKey: ['map', 'suggest', wanted],
    queryFn: ({ signal }) => suggestionsFor(wanted, MOST, signal),
    enabled: wanted.length > 1 && (mayMap || asked !== undefined),
    staleTime: 60_000,
  })
  if (typed.trim() === '') return []
  return data.slice(0, MOST).flatMap((place, i): Found[] => {
    const { longitude, latitude } = place
    const play = (most: number) => {
      const channels = nearCameras(deviceStore.index(), place, most)
      open({ kind: 'video', channels })
    }
    const base = { key: `place ${i}`, about: place.address[language] }
    const show = {
      does: t('showOnMap'),
      run: () =>
        void navigate(
          `/dispatch?${new URLSearchParams({ lng: String(longitude), lat: String(latitude), z: ZOOM })}`,
        ),
    }
    if (asked && isTreeReady) {
      const name = t('playNear', { count: asked.count, place: place.name[language] })
      return [
        {
          ...base,
          icon: <PlayCircleOutlined />,
          name,
          run: () => play(asked.count),
          other: mayMap ? show : undefined,
        },
      ]
    }
    if (!mayMap) return []
    const beside = { does: t('playBeside'), run: () => play(BESIDE) }
    return [
      {
        ...base,
        ...show,
        icon: <EnvironmentOutlined />,
        name: place.name[language],
        other: mayWatch && isTreeReady ? beside : undefined,
      },
    ]
  })
}
