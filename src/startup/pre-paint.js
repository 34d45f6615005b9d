// Before the first paint: the user's colours, as src/app/appearance.ts stored them.
;(() => {
  try {
    const stored = JSON.parse(localStorage.getItem('lectern:first-light') || '{}')
    const root = document.documentElement
    if (stored.theme) root.dataset.theme = stored.theme
    if (stored.accent) root.dataset.accent = stored.accent
    if (stored.style) root.style.cssText = stored.style
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

// The database worker, see preloaded-worker.ts, and the start-up cache, see startup-cache/read.ts.
;(() => {
  const user = /(?:^|; )lectern\.user=([^;]+)/.exec(document.cookie)?.[1]
  const build = document.querySelector('meta[name="database-worker"]')?.content
  if (!build) return
  const startWorker = () => {
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
      const isOfUser = !user || cached.user === user
      if (cached.build === build && isOfUser && cached.places.includes(location.pathname)) return cached
      localStorage.removeItem('follow:first-list')
    } catch {
      // Nothing is cached, or it cannot be read.
    }
  }
  const cached = readCache()
  // A first visit: the server has sent the first list, and the worker starts after it is shown.
  const hasFirstPage = !cached && 'firstPage' in document.documentElement.dataset
  if (!hasFirstPage) startWorker()
  window.startupCache = { build, cached, hasFirstPage }
})()

// The list of the last visit, see snapshot/. It is made of data, element by element: no markup is read.
;(() => {
  const build = document.querySelector('meta[name="build"]')?.content
  if (!build) return
  const KEY = 'follow:snapshot'
  const read = () => {
    try {
      const user = /(?:^|; )lectern\.user=([^;]+)/.exec(document.cookie)?.[1]
      const stored = JSON.parse(localStorage.getItem(KEY))
      if (!user || stored.user !== user || stored.build !== build) localStorage.removeItem(KEY)
      else if (stored.places.includes(location.pathname) && stored.width === innerWidth && !location.search)
        return stored.screen
    } catch {
      // Nothing is stored, or it cannot be read.
    }
  }
  const TAGS = /^(br|button|div|footer|h1|header|img|main|nav|p|section|span|strong|time)$/
  const SHAPES = /^(circle|ellipse|g|line|path|polygon|polyline|rect|svg)$/
  const ATTRIBUTES =
    /^(alt|class|datetime|decoding|dir|hidden|id|lang|loading|referrerpolicy|role|tabindex|title|type|(aria|data)-[a-z-]+|cx|cy|d|fill|height|points|r|rx|ry|stroke(-[a-z]+)?|viewBox|width|x[12]?|xmlns|y[12]?)$/
  const scrolled = []
  const make = (node) => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [tag, attributes, ...children] = node
    if (!TAGS.test(tag) && !SHAPES.test(tag)) return ''
    const element = SHAPES.test(tag)
      ? document.createElementNS('http://www.w3.org/2000/svg', tag)
      : document.createElement(tag)
    for (const [name, value] of Object.entries(attributes))
      if (name === 'style') element.style.cssText = value
      else if (ATTRIBUTES.test(name)) element.setAttribute(name, value)
    if (attributes.top) scrolled.push([element, attributes.top])
    if (tag === 'img' && /^(https?:|\/(?!\/))/.test(attributes.src)) element.src = attributes.src
    element.append(...children.map(make))
    return element
  }
  const screen = read()
  const painted = screen ? make(screen) : ''
  window.snapshot = { build, painted: painted !== '' }
  if (painted === '') return
  const place = () => {
    const app = document.getElementById('app')
    if (!app) return false
    app.append(painted)
    // With the styles.
    requestAnimationFrame(() => {
      for (const [element, top] of scrolled) element.scrollTop = top
    })
    return true
  }
  if (place()) return
  new MutationObserver((_, observer) => {
    if (place()) observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
})()

// Keys and clicks from before the reader listens, see early-input.ts. Keys with a modifier are left to the browser.
;(() => {
  const events = []
  const collect = (event) => {
    if (event.type === 'click' || (!event.ctrlKey && !event.metaKey && !event.altKey)) events.push(event)
  }
  for (const type of ['keydown', 'click']) addEventListener(type, collect)
  window.earlyInput = { events, collect }
})()
