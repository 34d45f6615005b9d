// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// Each language begins with nothing loaded, as after a reload.
beforeEach(() => void vi.resetModules())

test.each(['en', 'ja', 'zh-CN', 'zh-TW'])(
  'no key is drawn in place of its translation in %s',
  async (language) => {
    const { act } = await import('react')
    const { createRoot } = await import('react-dom/client')
    const { startTranslations } = await import('./i18n.ts')
    const { useTranslation } = await import('../ui/index.ts')
    await startTranslations(language)
    const drawn: string[] = []
    function Page() {
      const { t, ready } = useTranslation('settings')
      if (ready) drawn.push(t('general.language.label'), t('pages.feeds'))
      return null
    }
    const root = createRoot(document.createElement('div'))
    await act(async () => root.render(<Page />))
    await expect.poll(() => drawn.length).toBeGreaterThan(0)
    expect(drawn.filter((text) => /\w+\.\w+/.test(text))).toEqual([])
    await act(async () => root.unmount())
  },
)
