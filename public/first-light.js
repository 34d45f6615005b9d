// Runs before the first paint. Says the same as src/app/appearance.ts, from what it stored at the last visit.
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
