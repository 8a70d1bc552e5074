import { ReloadOutlined } from '@ant-design/icons'
import type { DataOut } from '@backlot/contract/call'
import type { discoverCameras } from '@backlot/contract/device-admin/camera-calls'
import type { FoundCamera } from '@backlot/contract/device-admin/camera-entities'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Input, Radio, Spin, Tag } from 'antd'
import { useId, useState } from 'react'
import { errorText } from '../../../language/error-text.ts'
import { useText } from '../../../language/language.ts'

/** More than are seen at once can be searched. */
const SEARCHED_FROM = 6

type FoundCamerasProps = {
  found: UseQueryResult<DataOut<typeof discoverCameras>>
  /** Address of the chosen one. */
  value: string
  onChoose(camera: FoundCamera): void
}

/** Cameras that answered a search of the network, to choose one. */
export function FoundCameras({ found, value, onChoose }: FoundCamerasProps) {
  const t = useText('cameras')
  const titleId = useId()
  return (
    <section className="found-cameras" aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{t('found.title')}</h3>
        {found.data?.available !== false && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined spin={found.isFetching} />}
            disabled={found.isFetching}
            onClick={() => void found.refetch()}
          >
            {t('found.again')}
          </Button>
        )}
      </header>
      <FoundList found={found} value={value} onChoose={onChoose} />
    </section>
  )
}

function FoundList({ found, value, onChoose }: FoundCamerasProps) {
  const t = useText('cameras')
  const [text, setText] = useState('')
  if (found.isError)
    return <Alert type="error" showIcon title={t('found.failed')} description={errorText(found.error)} />
  if (!found.data || (found.isFetching && found.data.list.length === 0))
    return (
      <div className="found-cameras-none" role="status">
        <Spin size="small" /> {t('found.searching')}
      </div>
    )
  const { available, list } = found.data
  if (list.length === 0)
    return <p className="found-cameras-none">{t(available ? 'found.none' : 'found.off')}</p>
  const sought = text.trim().toLowerCase()
  const rows = list
    .filter((camera) => [camera.name, camera.hardware, camera.address].some(has(sought)))
    .toSorted((a, b) => Number(a.known) - Number(b.known) || a.name.localeCompare(b.name))
  return (
    <>
      {list.length > SEARCHED_FROM && (
        <Input
          value={text}
          placeholder={t('found.find')}
          aria-label={t('found.find')}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
      )}
      {rows.length === 0 ? (
        <p className="found-cameras-none">{t('found.noMatch')}</p>
      ) : (
        <Radio.Group
          className="found-cameras-list"
          value={value}
          onChange={({ target }) => {
            const camera = list.find(({ address }) => address === target.value)
            if (camera) onChoose(camera)
          }}
        >
          {rows.map(({ address, name, hardware, known }) => (
            <Radio key={address} value={address}>
              <span className="found-camera-name">
                {name || hardware || address}
                {known && <Tag>{t('found.known')}</Tag>}
              </span>
              <span className="found-camera-facts">
                {[hardware, address].filter((part) => part !== '').join(' · ')}
              </span>
            </Radio>
          ))}
        </Radio.Group>
      )}
    </>
  )
}

const has = (sought: string) => (text: string) => text.toLowerCase().includes(sought)
