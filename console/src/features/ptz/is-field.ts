/** Keys typed into a field are the field's. */
export function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="slider"]') !== null
}
