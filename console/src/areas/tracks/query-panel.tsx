import { CaretRightOutlined, CloseOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { SHORTCUTS, type Shortcut, shortcutSpan } from '../../components/day-shortcuts.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { DeviceMark } from './device-mark.tsx'
import { MomentField } from './moment-field.tsx'
import { type ChosenSpan, queryFault } from './track-span.ts'
import '../../components/bare-button.css'
import '../../components/chip.css'

/** Search and playback settings. */
export type TrackForm = { sns: readonly string[]; span: ChosenSpan; mode: 'normal' | 'quick' }

type QueryPanelProps = {
  form: TrackForm
  isLoading: boolean
  isPlaying: boolean
  /** There is something to clear. */
  hasTracks: boolean
  onForm(form: TrackForm): void
  onPick(): void
  onSearch(): void
  onStartStop(): void
  onClear(): void
}

/** The history track's panel: devices, span, kind of playback, and its buttons (stated). */
export function QueryPanel(props: QueryPanelProps) {
  const { form, isLoading, isPlaying, hasTracks, onForm } = props
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  const now = platformNow()
  const { span, sns } = form
  const fault = queryFault(['any'], span, now, zone)
  const shortcut = SHORTCUTS.find((one) => {
    const day = shortcutSpan(one, now, zone)
    return day.fromMs === span.fromMs && day.toMs === span.toMs
  })
  return (
    <search className="track-query" aria-label={t('query.label')}>
      <div className="track-devices">
        {sns.map((sn, i) => (
          <DeviceChip
            key={sn}
            sn={sn}
            place={i}
            onRemove={() => onForm({ ...form, sns: sns.filter((one) => one !== sn) })}
          />
        ))}
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={props.onPick}>
          {sns.length === 0 ? t('query.pick') : t('query.pickMore')}
        </Button>
      </div>
      <Segmented<Shortcut>
        block
        size="small"
        aria-label={t('query.shortcuts')}
        value={shortcut ?? ('' as Shortcut)}
        options={SHORTCUTS.map((value) => ({ value, label: t(`query.${value}`) }))}
        onChange={(value) => onForm({ ...form, span: shortcutSpan(value, platformNow(), zone) })}
      />
      <MomentField
        which="fromMs"
        span={span}
        faulty={fault !== undefined}
        onSpan={(next) => onForm({ ...form, span: next })}
      />
      <MomentField
        which="toMs"
        span={span}
        faulty={fault !== undefined}
        onSpan={(next) => onForm({ ...form, span: next })}
      />
      {fault !== undefined && fault !== 'missing' && (
        <p className="track-fault" role="alert">
          {t(`fault.${fault}`)}
        </p>
      )}
      <Segmented<TrackForm['mode']>
        block
        size="small"
        aria-label={t('query.mode')}
        value={form.mode}
        options={[
          { value: 'normal', label: t('query.normal') },
          { value: 'quick', label: t('query.quick') },
        ]}
        onChange={(mode) => onForm({ ...form, mode })}
      />
      <div className="track-buttons">
        <Button type="primary" icon={<SearchOutlined />} loading={isLoading} onClick={props.onSearch}>
          {t('query.search')}
        </Button>
        <Button
          icon={isPlaying ? <span className="track-stop-icon" aria-hidden /> : <CaretRightOutlined />}
          onClick={props.onStartStop}
        >
          {isPlaying ? t('query.stop') : t('query.start')}
        </Button>
        <Button
          disabled={!hasTracks && sns.length === 0}
          title={!hasTracks && sns.length === 0 ? t('query.nothingToClear') : undefined}
          onClick={props.onClear}
        >
          {t('query.clear')}
        </Button>
      </div>
    </search>
  )
}

function DeviceChip({ sn, place, onRemove }: { sn: string; place: number; onRemove(): void }) {
  const t = useText('tracks')
  const name = useDevice(sn)?.name ?? sn
  return (
    <span className="chip" title={`${name} · ${sn}`}>
      <DeviceMark place={place} />
      <span>{name}</span>
      <button
        type="button"
        className="bare-button"
        aria-label={t('query.remove', { name })}
        onClick={onRemove}
      >
        <CloseOutlined />
      </button>
    </span>
  )
}
