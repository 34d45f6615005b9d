// Before the first paint: the user's colours, as src/app/appearance.ts stored them.
;(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('lectern:first-light') || '{}')
    const root = document.documentElement
    if (stored.theme) root.dataset.theme = stored.theme
    if (stored.accent) root.dataset.accent = stored.accent
    if (stored.textSize) root.style.setProperty('--ui-text-size', stored.textSize)
    if (stored.language) root.lang = stored.language
    if (stored.themes) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(stored.themes)
      document.adoptedStyleSheets = [sheet]
    }
  } catch {
    // Storage is refused or unreadable: the system's colours stand in.
  }
})()

// The start-up cache, see startup-cache/read.ts. Without one the database worker starts now, see preloaded-worker.ts.
;(() => {
  const build = document.querySelector('meta[name="database-worker"]')?.content
  if (!build) return
  const preloadWorker = () => {
    const worker = new Worker(build, { type: 'module', name: 'follow.db' })
    const events = []
    const collect = (event) => void events.push(event)
    for (const type of ['message', 'error']) worker.addEventListener(type, collect)
    window.preloadedWorker = { worker, events, collect }
    const painted = () => worker.postMessage({ painted: true })
    // A hidden page is not painted.
    if (document.hidden) return painted()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      painted()
    }).observe({ type: 'paint', buffered: true })
  }
  const readCache = () => {
    try {
      const cached = JSON.parse(localStorage.getItem('follow:first-list'))
      if (cached.build === build && cached.places.includes(location.pathname)) return cached
      localStorage.removeItem('follow:first-list')
    } catch {
      // Nothing is cached, or it cannot be read.
    }
    preloadWorker()
  }
  window.startupCache = { build, cached: readCache() }
})()

// Keys that are pressed before the reader listens, see early-keys.ts. Those with a modifier are left to the browser.
;(() => {
  const keys = []
  const collect = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) keys.push(event)
  }
  addEventListener('keydown', collect)
  window.earlyKeys = { keys, collect }
})()
