import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import type { AlarmTone } from '@backlot/contract/alarm-types/entities'
import { Button } from 'antd'
import { notify } from '../../components/notifications/notify.ts'
import { tryTone } from '../../features/alarms/alarm-sound.ts'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { useSettings } from '../../platform/settings-store.ts'

/** Name of a tone; a press plays it. `of`: its owner, where others stand beside it. */
export function ToneButton({ tone, of }: { tone: AlarmTone; of?: string }) {
  const t = useText('alarmTypes')
  const shell = useText('shell')
  const loudness = useSettings(({ speakerVolume }) => Math.min(1, speakerVolume / 100))
  const name = t(`toneName.${tone}`)
  const says = t('listenTo', { tone: name })
  const listen = () => {
    tryTone(tone, loudness).catch((error: unknown) => {
      noteProblem('alarm sound', String(error))
      notify.warning(t('soundLocked'))
    })
  }
  if (tone === 'none') {
    return (
      <span className="tone-silent">
        <MutedOutlined aria-hidden /> {name}
      </span>
    )
  }
  return (
    <Button
      className="tone-button"
      size="small"
      type="text"
      icon={<SoundOutlined />}
      aria-label={of === undefined ? says : shell('table.actionOf', { action: says, row: of })}
      title={t('listen')}
      onClick={(event) => {
        event.stopPropagation()
        listen()
      }}
    >
      {name}
    </Button>
  )
}
