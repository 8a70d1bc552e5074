/** Lists of boxes open in their layer, above the box. */
export function inTalkLayer(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('.talk-layer') ?? document.body
}
