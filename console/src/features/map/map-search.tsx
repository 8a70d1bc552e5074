import { AimOutlined, EnvironmentOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Input } from 'antd'
import { memo, useDeferredValue, useState } from 'react'
import { usePaused } from '../../components/use-paused.ts'
import { type Language, useText } from '../../language/language.ts'
import { deviceStore } from '../device-tree/device-store.ts'
import { searchDevices } from '../device-tree/search-devices.ts'
import { coordinateText } from './coordinate-text.ts'
import { type Suggestion, suggestionsFor } from './geocode.ts'
import { GlyphIcon } from './glyph-icon.tsx'
import './map-search.css'
import { kindOf } from './marker-glyphs.ts'
import { readCoordinates } from './read-coordinates.ts'

const MOST_DEVICES = 6
const MOST_PLACES = 8
/** Value of the suggestion for typed coordinates. */
const COORDINATES = 'coordinates:'

type MapSearchProps = {
  language: Language
  /** Devices are searched too. */
  onDevice?(sn: string): void
  onPlace(place: Suggestion): void
}

/** One box for devices, places, addresses and coordinates (WGS-84), with suggestions while typing. */
export const MapSearch = memo(function MapSearch({ language, onDevice, onPlace }: MapSearchProps) {
  const t = useText('map')
  const label = onDevice ? t('search') : t('searchAddress')
  const [text, setText] = useState('')
  const wanted = usePaused(useDeferredValue(text.trim()))
  const typed = readCoordinates(wanted)
  const places = useQuery({
    queryKey: ['map', 'suggest', wanted],
    queryFn: ({ signal }) => suggestionsFor(wanted, MOST_PLACES, signal),
    enabled: wanted.length > 0 && !typed,
    staleTime: 60_000,
  })
  const devices = onDevice && wanted.length > 0 ? devicesNamed(wanted) : []
  const found = places.data ?? []
  const options = [
    ...(typed
      ? [
          {
            label: t('searchCoordinates'),
            options: [
              {
                value: COORDINATES,
                label: (
                  <span className="map-search-row">
                    <AimOutlined />
                    <span>{coordinateText(...typed.position)}</span>
                    <small>{typed.swapped ? t('searchSwapped') : t('searchOrder')}</small>
                  </span>
                ),
              },
            ],
          },
        ]
      : []),
    ...(devices.length > 0
      ? [
          {
            label: t('searchDevices'),
            options: devices.map(({ sn, name, kind, located }) => ({
              value: `device:${sn}`,
              label: (
                <span className="map-search-row">
                  <GlyphIcon kind={kind} size={14} />
                  <span>{name}</span>
                  <small>{located ? sn : t('searchNotLocated')}</small>
                </span>
              ),
            })),
          },
        ]
      : []),
    ...(found.length > 0
      ? [
          {
            label: t('searchPlaces'),
            options: found.map((place, i) => ({
              value: `place:${i}`,
              label: (
                <span className="map-search-row">
                  <EnvironmentOutlined />
                  <span>{place.name[language]}</span>
                  <small>{place.address[language]}</small>
                </span>
              ),
            })),
          },
        ]
      : []),
  ]
  const choose = (value: string) => {
    if (value === COORDINATES) {
      if (!typed) return
      const [longitude, latitude] = typed.position
      const name = coordinateText(longitude, latitude)
      return onPlace({
        kind: 'place',
        name: { zh: name, en: name },
        address: { zh: '', en: '' },
        longitude,
        latitude,
      })
    }
    const [kind, rest = ''] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)]
    if (kind === 'device') {
      setText(devices.find(({ sn }) => sn === rest)?.name ?? '')
      return onDevice?.(rest)
    }
    const place = found[Number(rest)]
    if (!place) return
    setText(place.name[language])
    onPlace(place)
  }
  return (
    <AutoComplete
      className="map-search"
      value={text}
      options={options}
      popupMatchSelectWidth={440}
      notFoundContent={wanted.length > 0 && places.isSuccess ? <NothingFound /> : null}
      onSelect={choose}
      onChange={(value: string) => {
        if (value !== COORDINATES && !/^(device|place):/.test(value)) setText(value)
      }}
    >
      <Input size="middle" allowClear prefix={<SearchOutlined />} placeholder={label} aria-label={label} />
    </AutoComplete>
  )
})

function NothingFound() {
  const t = useText('map')
  return <span className="map-search-nothing">{t('searchNothing')}</span>
}

function devicesNamed(text: string) {
  const index = deviceStore.index()
  return searchDevices(index, text, MOST_DEVICES).flatMap((row) => {
    const node = index.entry[row]!
    const { sn, name } = node
    if (sn === undefined || !index.isDevice(row)) return []
    return [{ sn, name, kind: kindOf(node), located: Boolean(node.longitude) }]
  })
}
