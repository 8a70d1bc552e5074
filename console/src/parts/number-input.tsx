import { InputNumber as AntdInputNumber, type InputNumberProps } from 'antd'
import { type ComponentRef, useLayoutEffect, useRef } from 'react'

/**
 * antd's field for a number. Its two steps are called 'Increase Value' and 'Decrease Value' in every language and do what
 * the arrow keys do, so they are for the pointer alone.
 */
export function InputNumber(props: InputNumberProps<number>) {
  const field = useRef<ComponentRef<typeof AntdInputNumber>>(null)
  useLayoutEffect(() => {
    const steps = field.current?.nativeElement.querySelector('.ant-input-number-actions')
    steps?.setAttribute('aria-hidden', 'true')
  })
  return <AntdInputNumber<number> ref={field} {...props} />
}
