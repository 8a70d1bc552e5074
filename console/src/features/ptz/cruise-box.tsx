import { CaretRightOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { CRUISE_LIMITS, type Cruise, cruiseSet } from '@backlot/contract/ptz/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useText } from '../../language/language.ts'
import { describeForm, type FormDescription } from '../table-screen/form-types.ts'
import { useFormDialog } from '../table-screen/use-form-dialog.tsx'
import { newCruise } from './cruise-draft.ts'
import { CruiseSteps } from './cruise-steps.tsx'
import { loadCruises, type PtzTarget, removeCruise, saveCruise, sendCruise } from './ptz-commands.ts'
import { usePresets } from './use-presets.ts'

/** Somebody else may start or end a tour: interval of reloading the list. */
const REFRESH_MS = 5000
const FORM_PX = 520

/** A tour in its form, with its camera: this stays whatever is steered meanwhile. */
type Edited = { target: PtzTarget; cruise: Cruise; isNew: boolean }

/** Tours of a camera: start, stop, edit. A camera runs its tour by itself, with or without viewers. */
export function CruiseBox({ target }: { target: PtzTarget | undefined }) {
  const t = useText('video')
  const cache = useQueryClient()
  const cruises = useQuery({
    queryKey: queryKeyOf(target),
    queryFn: () => loadCruises(target!),
    enabled: target !== undefined,
    refetchInterval: REFRESH_MS,
  })
  const refresh = () => void cache.invalidateQueries({ queryKey: ['cruises'] })
  const { openForm, formDialog } = useFormDialog<Edited>({
    describe: (edited) => cruiseForm(t, edited),
    onSaved: refresh,
    onOutdated: refresh,
  })
  return (
    <>
      {target && cruises.data && <CruiseList target={target} {...cruises.data} onEdit={openForm} />}
      {formDialog}
    </>
  )
}

const queryKeyOf = (target: PtzTarget | undefined) => ['cruises', target?.sn, target?.chnId]

type CruiseListProps = {
  target: PtzTarget
  list: readonly Cruise[]
  running: number | null
  onEdit: (edited: Edited) => void
}

function CruiseList({ target, list, running, onEdit }: CruiseListProps) {
  const t = useText('video')
  const { modal } = App.useApp()
  const cache = useQueryClient()
  const presets = usePresets(target)

  const attempt = async (work: Promise<void>, done: string) => {
    try {
      await work
      notify.success({ key: 'ptz', content: done })
    } catch (error) {
      notify.error({ key: 'ptz', content: errorText(error) })
    }
    await cache.invalidateQueries({ queryKey: queryKeyOf(target) })
  }
  const go = ({ cruiseIndex, name }: Cruise) => {
    const action = running === cruiseIndex ? 'stop' : 'start'
    void attempt(sendCruise(target, action, cruiseIndex), t(`cruise.done.${action}`, { name }))
  }
  const remove = ({ cruiseIndex, name }: Cruise) =>
    modal.confirm({
      title: t('cruise.deleteAsk', { name }),
      okText: t('preset.delete'),
      okButtonProps: { danger: true },
      onOk: () => attempt(removeCruise(target, cruiseIndex), t('cruise.done.delete', { name })),
    })
  const add = () => {
    const cruise = newCruise(list, presets, (number) => t('cruise.newName', { number }))
    if (cruise) onEdit({ target, cruise, isNew: true })
  }
  const isFull = list.length >= CRUISE_LIMITS.cruises
  const why = presets.length === 0 ? t('cruise.needsPresets') : isFull ? t('cruise.full') : ''

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
              onClick={() => onEdit({ target, cruise, isNew: false })}
            >
              <EditOutlined />
            </button>
            <button
              type="button"
              className="preset-rename"
              aria-label={t('cruise.delete', { name: cruise.name })}
              title={t('cruise.delete', { name: cruise.name })}
              onClick={() => remove(cruise)}
            >
              <DeleteOutlined />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Name and stops of a tour. */
function cruiseForm(t: Translate<'video'>, { target, cruise, isNew }: Edited): FormDescription {
  const toCruise = ({ name, steps }: Pick<Cruise, 'name' | 'steps'>): Cruise => ({
    ...cruise,
    name: name.trim(),
    steps,
  })
  return describeForm<Pick<Cruise, 'name' | 'steps'>>({
    title: t('cruise.editTitle', { number: cruise.cruiseIndex }),
    okText: t('cruise.save'),
    width: FORM_PX,
    editing: !isNew,
    initial: { name: cruise.name, steps: cruise.steps },
    schema: cruiseSet.body,
    toBody: (values) => ({ ...target, ...toCruise(values) }),
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: t('cruise.name'),
        missing: t('cruise.needsName'),
      },
      {
        kind: 'custom',
        name: 'steps',
        label: t('cruise.steps'),
        missing: t('cruise.needsStop'),
        control: <CruiseSteps target={target} />,
      },
    ],
    save: async (values) => {
      await saveCruise(target, toCruise(values))
      return t('cruise.done.save', { name: values.name.trim() })
    },
  })
}

function StopSign() {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="currentColor" aria-hidden>
      <rect x="4" y="4" width="8" height="8" rx="1" />
    </svg>
  )
}
