import { MinusOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons'
import type { Map as LibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Language, useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { configuredProvider } from './configured-provider.ts'
import { landSheet, layUnder } from './land.ts'
import { createLibreMap } from './libre.ts'
import { MapButton } from './map-button.tsx'
import { MapFoot } from './map-foot.tsx'
import type { MapHandle } from './map-handle.ts'
import type { MapProvider } from './map-provider.ts'
import type { MapTheme } from './marker-look.ts'
import { watchBackground } from './watch-background.ts'
import './map-view.css'

/** Where a map looks: WGS-84 and MapLibre's zoom. */
export type MapPlace = { longitude: number; latitude: number; zoom: number }

type MapViewProps = {
  /** Where the map looks first; later changes are ignored (the map moves by itself). */
  start: MapPlace
  theme: MapTheme
  language: Language
  /** The map is there, and again (with undefined) when it goes. */
  onMap(handle: MapHandle | undefined): void
  /** The map came to rest somewhere else. */
  onMoved?(place: MapPlace): void
  /** Further buttons above the zoom buttons. */
  tools?: ReactNode
  children?: ReactNode
}

/**
 * A map with zoom buttons, scale bar, the cursor's coordinates and attribution. Theme and language change in place. A
 * background that cannot be loaded is reported on the map; everything drawn on it stays.
 */
export function MapView({ start, theme, language, onMap, onMoved, tools, children }: MapViewProps) {
  const t = useText('map')
  const container = useRef<HTMLDivElement>(null)
  const [handle, setHandle] = useState<MapHandle>()
  const [failure, setFailure] = useState<string>()
  const drawn = useRef('')
  const latest = useRef({ start, theme, language, onMap, onMoved, label: t('map') })
  latest.current = { start, theme, language, onMap, onMoved, label: t('map') }

  useEffect(() => {
    const element = container.current
    if (!element) return
    let made: MapHandle | undefined
    let gone = false
    const begin = async () => {
      drawn.current = `${latest.current.theme}/${latest.current.language}`
      made = await makeMap(
        element,
        () => latest.current,
        () => gone,
        setFailure,
      )
      if (!made) return
      setHandle(made)
      latest.current.onMap(made)
    }
    begin().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    return () => {
      gone = true
      if (!made) return
      latest.current.onMap(undefined)
      setHandle(undefined)
      made.map.remove()
    }
  }, [])

  useEffect(() => {
    const look = `${theme}/${language}`
    if (!handle || drawn.current === look) return
    let stale = false
    const apply = async () => {
      const style = await handle.provider.style(theme, language)
      if (stale) return
      drawn.current = look
      handle.map.setStyle(style)
    }
    apply().catch((error: unknown) => setFailure(String(error)))
    return () => {
      stale = true
    }
  }, [handle, theme, language])

  // Without a background the land's outline and the graticule remain.
  const bare = failure !== undefined
  useEffect(() => {
    if (!handle || !bare) return
    const { map, provider } = handle
    let stale = false
    const lay = async () => {
      const sheet = await landSheet(provider, theme)
      if (!stale && map.getStyle()) layUnder(map, sheet)
    }
    const again = () => {
      lay().catch((error: unknown) => noteProblem('map', String(error)))
    }
    again()
    map.on('style.load', again)
    return () => {
      stale = true
      map.off('style.load', again)
    }
  }, [handle, bare, theme])

  // MapLibre names its canvas once.
  const label = t('map')
  useEffect(() => handle?.map.getCanvas().setAttribute('aria-label', label), [handle, label])

  return (
    <div className="map-view">
      <div ref={container} className="map-view-canvas" />
      {handle && (
        <>
          {children}
          <div className="map-corner map-corner-bottom-right">
            {tools}
            <div className="map-buttons">
              <MapButton label={t('zoomIn')} icon={<PlusOutlined />} onClick={() => handle.map.zoomIn()} />
              <MapButton label={t('zoomOut')} icon={<MinusOutlined />} onClick={() => handle.map.zoomOut()} />
            </div>
          </div>
          <MapFoot handle={handle} />
        </>
      )}
      {failure !== undefined && (
        <div className="map-notice" role="alert">
          <WarningOutlined style={{ color: 'var(--warn)' }} />
          <span>{t('backgroundFailed', { reason: failure })}</span>
          {handle && (
            <button type="button" onClick={() => handle.map.setStyle(handle.map.getStyle(), { diff: false })}>
              {t('tryAgain')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type Wishes = Pick<MapViewProps, 'start' | 'onMoved' | 'theme' | 'language'> & { label: string }

/** Makes the map once its style is there; undefined when nobody waits for it any more. Rejects without WebGL. */
async function makeMap(
  container: HTMLElement,
  wishes: () => Wishes,
  gone: () => boolean,
  onFailure: (reason: string | undefined) => void,
): Promise<MapHandle | undefined> {
  const provider = configuredProvider()
  const { start, label, theme, language } = wishes()
  const style = await provider.style(theme, language)
  if (gone()) return undefined
  const [lng, lat] = provider.toDisplay([start.longitude, start.latitude])
  const map = createLibreMap({
    container,
    style,
    center: [lng, lat],
    zoom: start.zoom,
    minZoom: provider.minZoom,
    maxZoom: provider.maxZoom,
    locale: { 'Map.Title': label },
  })
  map.on('moveend', () => wishes().onMoved?.(placeOf(map, provider)))
  watchBackground(map, onFailure)
  return { map, provider }
}

/** Where a map looks, in WGS-84. */
export function placeOf(map: LibreMap, provider: MapProvider): MapPlace {
  const centre = map.getCenter()
  const [longitude, latitude] = provider.fromDisplay([centre.lng, centre.lat])
  return { longitude, latitude, zoom: map.getZoom() }
}
