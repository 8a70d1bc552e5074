import { CloseOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { LineIcon } from '../../components/line-icon.tsx'
import { useIsPhone } from '../../components/use-media-query.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { CruiseBox } from './cruise-box.tsx'
import { Disc } from './disc.tsx'
import { isField } from './is-field.ts'
import { PresetBox } from './preset-box.tsx'
import type { PtzTarget } from './ptz-commands.ts'
import './ptz-panel.css'
import { PtzSpeed } from './ptz-speed.tsx'
import { PtzStep, type PtzStepName } from './ptz-step.tsx'
import { useDrag } from './use-drag.ts'
import type { PtzControl } from './use-ptz.ts'

type PtzPanelProps = {
  /** The channel that is steered, if one is. */
  target: PtzTarget | undefined
  /** Below the title: the channel, or why none is steered. */
  name: string
  /** Message when a button is pressed while no camera is steered. */
  why: string
  control: PtzControl
  /** A drag over the picture turns the camera there. */
  pointing: boolean
  onPointing: (pointing: boolean) => void
  onClose: () => void
}

const PAIRS: readonly { label: TextKey<'video'>; less: PtzStepName; more: PtzStepName }[] = [
  { label: 'ptz.zoom', less: 'zoomOut', more: 'zoomIn' },
  { label: 'ptz.focus', less: 'focusNear', more: 'focusFar' },
  { label: 'ptz.aperture', less: 'apertureOut', more: 'apertureIn' },
]

/**
 * The PTZ panel: docked beside its parent's content; dragged by its title it floats, until it is docked again. On a
 * phone it stays docked.
 */
export function PtzPanel(props: PtzPanelProps) {
  const { target, name, why, control, pointing, onPointing, onClose } = props
  const t = useText('video')
  const isPhone = useIsPhone()
  const drag = useDrag('ptzPanelPlace')
  const floats = drag.dragged && !isPhone
  return (
    <aside
      ref={drag.box}
      className="ptz-panel"
      data-floating={floats || undefined}
      style={floats ? drag.style : {}}
      aria-label={t('ptz.title')}
      onKeyDown={(event) => {
        // Keys pressed in a dialog above the panel belong to the dialog.
        if (!event.currentTarget.contains(event.target as Node)) return
        if (event.key === 'Escape') onClose()
        else if (!isField(event.target) && control.keys.down(event)) event.preventDefault()
      }}
      onKeyUp={(event) => control.keys.up(event.key)}
      onBlur={() => control.keys.letGo()}
    >
      <header onPointerDown={isPhone ? undefined : drag.onPointerDown}>
        <span className="ptz-title">
          {t('ptz.title')}
          <small>{name}</small>
        </span>
        {floats && (
          <Button
            size="small"
            type="text"
            icon={<DockIcon />}
            aria-label={t('ptz.dock')}
            title={t('ptz.dock')}
            onClick={drag.reset}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('ptz.close')}
          onClick={onClose}
        />
      </header>
      <div className="ptz-body">
        <Disc diagonals={control.diagonals} control={control} />
        <div className="ptz-pairs">
          {PAIRS.map(({ label, less, more }) => (
            <fieldset key={label}>
              <legend className="visually-hidden">{t(label)}</legend>
              <PtzStep name={less} sign="−" control={control} />
              <span aria-hidden>{t(label)}</span>
              <PtzStep name={more} sign="+" control={control} />
            </fieldset>
          ))}
        </div>
        <PtzSpeed control={control} />
        <Segmented
          block
          className="ptz-mode"
          aria-label={t('ptz.mode')}
          size="small"
          value={control.mode}
          onChange={control.setMode}
          options={[
            { value: 'hold', label: t('ptz.hold'), title: t('ptz.holdHint') },
            { value: 'momentary', label: t('ptz.momentary'), title: t('ptz.momentaryHint') },
          ]}
        />
        <button
          type="button"
          className="ptz-point"
          aria-pressed={pointing}
          disabled={!target}
          title={t('ptz.pointHint')}
          onClick={() => onPointing(!pointing)}
        >
          <PointIcon />
          {t('ptz.point')}
        </button>
        <PresetBox target={target} why={why} />
        <CruiseBox target={target} />
      </div>
    </aside>
  )
}

function DockIcon() {
  return (
    <LineIcon size={14}>
      <path d="M2 3h12v10H2zM10 3v10" />
    </LineIcon>
  )
}

function PointIcon() {
  return (
    <LineIcon size={14}>
      <path d="M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3" />
      <circle cx="8" cy="8" r="2" />
    </LineIcon>
  )
}
