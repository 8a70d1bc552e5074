import { LIMITS } from '@backlot/contract/limits'
import { Popover, Slider } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../language/language.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'

/** The speaker's volume (1 to 200 %, for every window with sound), shown above its button while that is hovered or focused. */
export function VolumeControl({ shown, children }: { shown: boolean; children: ReactNode }) {
  const t = useText('video')
  const volume = useSettings((settings) => settings.speakerVolume)
  const [near, setNear] = useState(false)
  return (
    <Popover
      open={shown && near}
      onOpenChange={setNear}
      trigger={['hover', 'focus']}
      placement="top"
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.video-wall') ?? document.body}
      content={
        <div className="window-volume">
          <Slider
            vertical
            min={1}
            max={LIMITS.volumeMaxPercent}
            marks={{ 100: ' ' }}
            value={volume}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('window.volume')}
            onChange={(percent) => setSetting('speakerVolume', percent)}
          />
          <output aria-label={t('window.volume')}>{volume} %</output>
        </div>
      }
    >
      <span>{children}</span>
    </Popover>
  )
}
