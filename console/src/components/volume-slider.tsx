import { LIMITS } from '@backlot/contract/limits'
import { Slider } from 'antd'
import { setSetting, useSettings } from '../platform/settings-store.ts'
import './volume-slider.css'

/** The volume of everything that is heard in this browser: 1 to 200 percent (stated), upright. */
export function VolumeSlider({ label }: { label: string }) {
  const volume = useSettings((settings) => settings.speakerVolume)
  return (
    <div className="volume-slider">
      <Slider
        vertical
        min={LIMITS.volumeMinPercent}
        max={LIMITS.volumeMaxPercent}
        marks={{ [LIMITS.volumeDefaultPercent]: ' ' }}
        value={volume}
        tooltip={{ open: false }}
        ariaLabelForHandle={label}
        onChange={(percent) => setSetting('speakerVolume', percent)}
      />
      <output aria-label={label}>{volume} %</output>
    </div>
  )
}
