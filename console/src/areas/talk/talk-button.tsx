import type { ReactNode } from 'react'
import { HoldButton } from '../../features/ptz/hold-button.tsx'
import { MicrophoneIcon } from './icons.tsx'

type TalkButtonProps = {
  label: string
  /** Caption of the big button below its icon. */
  caption: ReactNode
  state: 'idle' | 'waiting' | 'live'
  onPress: () => void
  onRelease: () => void
  small?: boolean
}

/** The button that is held to speak, by pointer or with space and enter. */
export function TalkButton({ label, caption, state, onPress, onRelease, small }: TalkButtonProps) {
  return (
    <HoldButton
      className={`talk-button talk-button-${state}${small ? ' talk-button-small' : ''}`}
      label={label}
      active={state !== 'idle'}
      onPress={() => {
        onPress()
        return onRelease
      }}
    >
      <MicrophoneIcon size={small ? 16 : 30} />
      <span>{caption}</span>
    </HoldButton>
  )
}
