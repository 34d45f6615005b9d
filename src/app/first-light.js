// Before the first paint: the person's colours, as src/app/appearance.ts kept them.
;(() => {
  try {
    const kept = JSON.parse(localStorage.getItem('lectern:first-light') || '{}')
    const root = document.documentElement
    if (kept.theme) root.dataset.theme = kept.theme
    if (kept.accent) root.dataset.accent = kept.accent
    if (kept.textSize) root.style.setProperty('--ui-text-size', kept.textSize)
    if (kept.language) root.lang = kept.language
  } catch {
    // Storage is refused or holds nonsense: the system's colours are as good.
  }
})()

// Before the reader's script: what it draws first, as src/local/keep-first-list.ts kept it. Where nothing is kept, the library
// itself, for src/local/worker-ahead.ts.
;(() => {
  const build = document.querySelector('meta[name="library"]')?.content
  if (!build) return
  const startLibrary = () => {
    const worker = new Worker(build, { type: 'module', name: 'follow.db' })
    const told = []
    const keep = (event) => void told.push(event)
    for (const type of ['message', 'error']) worker.addEventListener(type, keep)
    window.libraryAhead = { worker, told, keep }
    const painted = () => worker.postMessage({ painted: true })
    // A page that nobody sees is not painted.
    if (document.hidden) return painted()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      painted()
    }).observe({ type: 'paint', buffered: true })
  }
  const takeKept = () => {
    try {
      const kept = JSON.parse(localStorage.getItem('follow:first-list'))
      if (kept.build === build && kept.places.includes(location.pathname)) return kept
      localStorage.removeItem('follow:first-list')
    } catch {
      // Nothing is kept, or it is nonsense.
    }
    startLibrary()
  }
  window.firstList = { build, kept: takeKept() }
})()
