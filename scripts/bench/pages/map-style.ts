// The console's basemap on a map of MapLibre and nothing else, as the baseline of its map page.
let close = () => {}

window.styleBench = {
  async open({ longitude, latitude, zoom }) {
    const start = performance.now()
    const { makeStyledMap } = await import('./styled-map.ts')
    const { map, drawn } = makeStyledMap(
      document.getElementById('map') as HTMLElement,
      [longitude, latitude],
      zoom,
    )
    close = () => map.remove()
    await drawn
    const pictureMs = performance.now() - start
    while (!map.loaded() || !map.areTilesLoaded()) await new Promise(requestAnimationFrame)
    return { pictureMs, wholeMs: performance.now() - start }
  },
  close: () => close(),
}

export {}
