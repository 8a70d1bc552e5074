import { InputNumber as AntdInputNumber, type InputNumberProps } from 'antd'
import { type ComponentRef, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'

type Field = ComponentRef<typeof AntdInputNumber>

/**
 * antd's field for a number. Its two steps are called 'Increase Value' and 'Decrease Value' in every language and do
 * what the arrow keys do, so they are for the pointer alone. Forms and tooltips around it need its `ref`.
 */
export function InputNumber({ ref, ...props }: InputNumberProps<number> & { ref?: Ref<Field> }) {
  const field = useRef<Field>(null)
  useImperativeHandle(ref, () => field.current!)
  useLayoutEffect(() => {
    const steps = field.current?.nativeElement.querySelector('.ant-input-number-actions')
    steps?.setAttribute('aria-hidden', 'true')
  })
  return <AntdInputNumber<number> {...props} ref={field} />
}
