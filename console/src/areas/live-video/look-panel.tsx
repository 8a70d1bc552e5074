import { CloseOutlined } from '@ant-design/icons'
import { isPlain, LOOK_RANGE, type PictureLook, PLAIN_LOOK } from '../../features/player/picture-look.ts'
import { useText } from '../../language/language.ts'
import './look-panel.css'

type LookPanelProps = { look: PictureLook; onLook: (look: PictureLook) => void; onClose: () => void }

/** Brightness and contrast of one window's picture; snapshots and recordings stay as received. */
export function LookPanel({ look, onLook, onClose }: LookPanelProps) {
  const t = useText('video')
  const range = (key: keyof PictureLook) => (
    <label>
      <span>{t(`look.${key}`)}</span>
      <input
        type="range"
        // biome-ignore lint/a11y/noAutofocus: opened by a command, and used at once
        autoFocus={key === 'brightness'}
        min={LOOK_RANGE.least}
        max={LOOK_RANGE.most}
        step={LOOK_RANGE.step}
        value={look[key]}
        aria-valuetext={`${look[key]} %`}
        onChange={(event) => onLook({ ...look, [key]: Number(event.target.value) })}
      />
      <output>{look[key]} %</output>
    </label>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a window, no form
    <div
      className="look-panel"
      role="group"
      aria-label={t('look.title')}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
    >
      {range('brightness')}
      {range('contrast')}
      <button type="button" aria-disabled={isPlain(look)} onClick={() => onLook(PLAIN_LOOK)}>
        {t('look.reset')}
      </button>
      <button
        type="button"
        className="look-close"
        aria-label={t('look.close')}
        title={t('look.close')}
        onClick={onClose}
      >
        <CloseOutlined />
      </button>
    </div>
  )
}
