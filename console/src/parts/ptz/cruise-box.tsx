import { CaretRightOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { Cruise } from '@backlot/contract/ptz/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { newCruise } from './cruise-draft.ts'
import { CruiseEditor } from './cruise-editor.tsx'
import { loadCruises, type PtzTarget, removeCruise, saveCruise, sendCruise } from './ptz-commands.ts'
import { usePresets } from './use-presets.ts'

/** Somebody else may start or end a cruise: the list looks again this often. */
const REFRESH_MS = 5000

/** Cruises of a camera: start, stop, edit. A camera goes its cruise by itself, whoever looks. */
export function CruiseBox({ target }: { target: PtzTarget | undefined }) {
  const t = useText('video')
  const { message } = App.useApp()
  const cache = useQueryClient()
  const presets = usePresets(target)
  const [edited, setEdited] = useState<Cruise>()
  const queryKey = ['cruises', target?.sn, target?.chnId]
  const cruises = useQuery({
    queryKey,
    queryFn: () => loadCruises(target!),
    enabled: target !== undefined,
    refetchInterval: REFRESH_MS,
  })
  if (!target || !cruises.data) return null
  const { list, running } = cruises.data

  const attempt = async (work: Promise<void>, done: string) => {
    try {
      await work
      message.success({ key: 'ptz', content: done })
    } catch (error) {
      message.error({ key: 'ptz', content: errorText(error) })
    }
    await cache.invalidateQueries({ queryKey })
  }
  const go = ({ cruiseIndex, name }: Cruise) => {
    const action = running === cruiseIndex ? 'stop' : 'start'
    void attempt(sendCruise(target, action, cruiseIndex), t(`cruise.done.${action}`, { name }))
  }
  const add = () => setEdited(newCruise(list, presets, (number) => t('cruise.newName', { number })))
  const why = presets.length === 0 ? t('cruise.needsPresets') : list.length >= 8 ? t('cruise.full') : ''

  return (
    <section className="ptz-cruises" aria-label={t('cruise.title')}>
      <header>
        <span>{t('cruise.title')}</span>
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          aria-label={t('cruise.add')}
          title={why === '' ? t('cruise.add') : why}
          disabled={why !== ''}
          onClick={add}
        />
      </header>
      <ul>
        {list.map((cruise) => (
          <li key={cruise.cruiseIndex} data-running={running === cruise.cruiseIndex || undefined}>
            <button
              type="button"
              className="cruise-go"
              aria-pressed={running === cruise.cruiseIndex}
              aria-label={t(running === cruise.cruiseIndex ? 'cruise.stop' : 'cruise.start', {
                name: cruise.name,
              })}
              onClick={() => go(cruise)}
            >
              {running === cruise.cruiseIndex ? <StopSign /> : <CaretRightOutlined />}
              <span className="preset-name">{cruise.name}</span>
              <small>{t('cruise.stops', { count: cruise.steps.length })}</small>
            </button>
            <button
              type="button"
              className="preset-rename"
              aria-label={t('cruise.edit', { name: cruise.name })}
              title={t('cruise.edit', { name: cruise.name })}
              onClick={() => setEdited(cruise)}
            >
              <EditOutlined />
            </button>
            <button
              type="button"
              className="preset-rename"
              aria-label={t('cruise.delete', { name: cruise.name })}
              title={t('cruise.delete', { name: cruise.name })}
              onClick={() =>
                void attempt(
                  removeCruise(target, cruise.cruiseIndex),
                  t('cruise.done.delete', { name: cruise.name }),
                )
              }
            >
              <DeleteOutlined />
            </button>
          </li>
        ))}
      </ul>
      {edited && (
        <CruiseEditor
          cruise={edited}
          presets={presets}
          onCancel={() => setEdited(undefined)}
          onSave={(cruise) => {
            setEdited(undefined)
            void attempt(saveCruise(target, cruise), t('cruise.done.save', { name: cruise.name }))
          }}
        />
      )}
    </section>
  )
}

function StopSign() {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="currentColor" aria-hidden>
      <rect x="4" y="4" width="8" height="8" rx="1" />
    </svg>
  )
}
