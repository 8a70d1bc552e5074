import { Popover } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { VolumeSlider } from '../../components/volume-slider.tsx'
import { useText } from '../../language/language.ts'

/** The pointer or the focus may pass from the button to the slider in this time. */
const PASSING_MS = 200

/** The speaker's volume (1 to 200 %, for every window with sound), shown above its button while that is hovered or focused. */
export function VolumeControl({ shown, children }: { shown: boolean; children: ReactNode }) {
  const t = useText('video')
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus of button and slider; the slider is drawn elsewhere
    <span
      onFocus={() => {
        clearTimeout(leaving.current)
        setFocused(true)
      }}
      onBlur={() => {
        leaving.current = setTimeout(() => setFocused(false), PASSING_MS)
      }}
    >
      <Popover
        open={shown && (hovered || focused)}
        onOpenChange={setHovered}
        trigger="hover"
        placement="top"
        getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.video-wall') ?? document.body}
        content={<VolumeSlider label={t('window.volume')} />}
      >
        <span>{children}</span>
      </Popover>
    </span>
  )
}
