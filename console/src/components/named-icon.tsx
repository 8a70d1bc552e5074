import AntdIcon from '@ant-design/icons/es/components/AntdIconLight'
import i18next from 'i18next'
import { type ComponentProps, useCallback } from 'react'
import { textOf } from '../language/language.ts'

/** Buttons of antd that have nothing but an icon: a field's has no way to be given a name, a choice's has an English one. */
const CLEAR_BUTTON = 'button.ant-input-clear-icon, button.ant-select-clear'

const name = (button: Element) => button.setAttribute('aria-label', textOf('shell')('clear'))

function nameButton(icon: HTMLElement | null): void {
  const button = icon?.closest(CLEAR_BUTTON)
  if (button) name(button)
}

i18next.on('languageChanged', () => {
  for (const button of document.querySelectorAll(CLEAR_BUTTON)) name(button)
})

/**
 * Base of every icon of @ant-design/icons (through an alias in vite.config.ts): hidden from assistive technology unless
 * it is given a name. By default an icon names itself ("audio"), and the button around it is read as "audio Talk down".
 * The button that clears a field is named after its action.
 */
export default function NamedIcon({ ref, ...props }: ComponentProps<typeof AntdIcon>) {
  const attach = useCallback(
    (icon: HTMLSpanElement | null) => {
      nameButton(icon)
      if (typeof ref === 'function') return ref(icon)
      if (ref) ref.current = icon
      return undefined
    },
    [ref],
  )
  return <AntdIcon aria-hidden={props['aria-label'] === undefined} {...props} ref={attach} />
}
