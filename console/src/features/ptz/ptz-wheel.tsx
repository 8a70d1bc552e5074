import { Select } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { Disc } from './disc.tsx'
import { type PtzTarget, sendPreset } from './ptz-commands.ts'
import './ptz-panel.css'
import './ptz-wheel.css'
import { isField } from './is-field.ts'
import { PtzSpeed } from './ptz-speed.tsx'
import { PtzStep } from './ptz-step.tsx'
import { usePresets } from './use-presets.ts'
import { usePtz } from './use-ptz.ts'

type PtzWheelProps = {
  target: PtzTarget
  /** The channel's video plays in the window; the wheel is disabled while it does not. */
  playing: boolean
}

/** PTZ for a small window (stated for the map's): four directions and zoom, the speed, and a choice of presets. */
export function PtzWheel({ target, playing }: PtzWheelProps) {
  const t = useText('video')
  const control = usePtz(playing ? target : undefined)
  const why = playing ? '' : t('ptz.whilePlaying')
  const presets = usePresets(target)
  const call = (index: number) =>
    void sendPreset(target, 'call', index).then(
      (msg) => notify.success({ key: 'ptz', content: msg || t('preset.done.call', { number: index }) }),
      (error: unknown) => notify.error({ key: 'ptz', content: errorText(error) }),
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a wheel is no form
    <div
      className="ptz-wheel"
      role="group"
      aria-label={t('ptz.title')}
      aria-disabled={!playing || undefined}
      title={why || undefined}
      onKeyDown={(event) => {
        if (playing && !isField(event.target) && control.keys.down(event)) event.preventDefault()
      }}
      onKeyUp={(event) => control.keys.up(event.key)}
      onBlur={() => control.keys.letGo()}
    >
      <Disc diagonals={false} control={control} why={why} />
      <div className="ptz-wheel-side">
        <div className="ptz-wheel-zoom">
          <PtzStep name="zoomOut" sign="−" control={control} why={why} />
          <span aria-hidden>{t('ptz.zoom')}</span>
          <PtzStep name="zoomIn" sign="+" control={control} why={why} />
        </div>
        <PtzSpeed control={control} disabled={!playing} />
        <Select<number>
          size="small"
          value={null}
          aria-label={t('preset.list')}
          placeholder={t(presets.length === 0 ? 'preset.none' : 'preset.list')}
          disabled={!playing || presets.length === 0}
          options={presets.map(({ presetIndex, name }) => ({
            value: presetIndex,
            label: `${presetIndex} ${name}`,
          }))}
          onSelect={call}
        />
      </div>
    </div>
  )
}
