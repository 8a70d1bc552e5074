import { PTZ } from '@backlot/contract/ptz/calls'
import { useText } from '../../language/language.ts'
import { HoldButton } from './hold-button.tsx'
import type { PtzControl } from './use-ptz.ts'

/** A move of the lens. */
export type PtzStepName = 'zoomOut' | 'zoomIn' | 'focusNear' | 'focusFar' | 'apertureOut' | 'apertureIn'

/** A button that moves the lens while it is held. */
export function PtzStep(props: {
  name: PtzStepName
  sign: '−' | '+'
  control: PtzControl
  /** Why it cannot be used; not empty disables it and is its tooltip. */
  why?: string
}) {
  const { name, sign, control, why } = props
  const t = useText('video')
  const cmd = PTZ[name]
  return (
    <HoldButton
      className="ptz-step"
      label={t(`ptz.${name}`)}
      why={why}
      active={control.moving === cmd}
      onPress={() => control.press(cmd)}
    >
      {sign}
    </HoldButton>
  )
}
