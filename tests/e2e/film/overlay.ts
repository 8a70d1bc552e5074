import type { Page } from '@playwright/test'

declare global {
  interface Window {
    __backlotFilm?: {
      caption(text: string): void
      card(title: string, line: string): void
      point(x: number, y: number): void
      press(): void
    }
  }
}

/** How long the pointer takes from one place to the next. */
export const POINTING_MS = 800

/** Draws a pointer, a caption and a title card over every page that is opened from now on, in the page itself. */
export async function addOverlay(page: Page): Promise<void> {
  await page.addInitScript((pointingMs) => {
    const styled = (parent: ParentNode & Node, style: Partial<CSSStyleDeclaration>, tag = 'div') => {
      const element = document.createElement(tag)
      Object.assign(element.style, style)
      parent.appendChild(element)
      return element
    }
    const font = "Roboto, 'Noto Sans SC', sans-serif"
    const host = document.createElement('div')
    Object.assign(host.style, { position: 'fixed', inset: '0', zIndex: '2147483647', pointerEvents: 'none' })
    host.setAttribute('aria-hidden', 'true')
    const root = host.attachShadow({ mode: 'closed' })
    const captionBox = styled(root, {
      position: 'absolute',
      bottom: '6px',
      left: '50%',
      transform: 'translateX(-50%)',
      padding: '7px 20px',
      borderRadius: '10px',
      background: 'rgb(10 16 28 / 88%)',
      boxShadow: '0 4px 24px rgb(0 0 0 / 45%)',
      color: 'white',
      font: `500 20px/1.4 ${font}`,
      whiteSpace: 'nowrap',
      opacity: '0',
      transition: 'opacity 250ms',
    })
    const cardBox = styled(root, {
      position: 'absolute',
      inset: '0',
      display: 'grid',
      placeContent: 'center',
      gap: '18px',
      textAlign: 'center',
      background: 'rgb(10 16 28)',
      color: 'white',
      visibility: 'hidden',
    })
    const cardTitle = styled(cardBox, { font: `600 64px/1.2 ${font}` })
    const cardLine = styled(cardBox, { font: `400 26px/1.4 ${font}`, color: 'rgb(170 190 220)' })
    const pointer = styled(root, {
      position: 'absolute',
      transform: 'translate(640px, 420px)',
      transition: `transform ${pointingMs}ms cubic-bezier(0.45, 0, 0.25, 1)`,
      filter: 'drop-shadow(0 2px 3px rgb(0 0 0 / 60%))',
    })
    const ring = styled(pointer, {
      position: 'absolute',
      left: '-20px',
      top: '-20px',
      width: '40px',
      height: '40px',
      borderRadius: '50%',
      border: '3px solid rgb(64 169 255)',
      boxSizing: 'border-box',
      opacity: '0',
    })
    const svg = 'http://www.w3.org/2000/svg'
    const arrow = document.createElementNS(svg, 'svg')
    for (const [name, value] of Object.entries({ width: '26', height: '30', viewBox: '0 0 26 30' }))
      arrow.setAttribute(name, value)
    const outline = document.createElementNS(svg, 'path')
    outline.setAttribute('d', 'M1 1v23l6-5.5 4 9 4.5-2-4-8.5h8.5z')
    for (const [name, value] of Object.entries({ fill: 'white', stroke: 'black', 'stroke-width': '1.5' }))
      outline.setAttribute(name, value)
    arrow.append(outline)
    Object.assign(arrow.style, { position: 'absolute', left: '-1px', top: '-1px' })
    pointer.append(arrow)
    window.__backlotFilm = {
      caption: (text) => {
        captionBox.style.opacity = text === '' ? '0' : '1'
        if (text !== '') captionBox.textContent = text
      },
      card: (title, line) => {
        cardBox.style.visibility = title === '' ? 'hidden' : 'visible'
        pointer.style.visibility = title === '' ? 'visible' : 'hidden'
        cardTitle.textContent = title
        cardLine.textContent = line
      },
      point: (x, y) => {
        pointer.style.transform = `translate(${x}px, ${y}px)`
      },
      press: () => {
        ring.animate(
          [
            { opacity: 0.9, transform: 'scale(0.3)' },
            { opacity: 0, transform: 'scale(1.2)' },
          ],
          { duration: 450, easing: 'ease-out' },
        )
      },
    }
    const show = () => document.documentElement.append(host)
    if (document.documentElement) show()
    else document.addEventListener('DOMContentLoaded', show)
  }, POINTING_MS)
}
