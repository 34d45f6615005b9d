import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $appearance } from '../../../model/settings/index.ts'
import { useTranslation } from '../../../ui/index.ts'
import { loadCodeColours } from '../../entry/index.ts'

const SAMPLE = `// Unread entries, newest first
export const unread = (entries: Entry[]) =>
  entries
    .filter(({ read }) => !read)
    .sort((a, b) => b.publishedAt - a.publishedAt)
    .slice(0, 20)`

/** The same code in the light and the dark scheme, whatever the page's theme. */
export function CodeSample() {
  const { t } = useTranslation('settings')
  const { codeHighlightThemeLight, codeHighlightThemeDark } = useUnit($appearance)
  const themes = `${codeHighlightThemeLight} ${codeHighlightThemeDark}`
  return (
    <div className="code-samples" role="group" aria-label={t('appearance.sampleLabel')}>
      <Coloured key={`light ${themes}`} theme="light" />
      <Coloured key={`dark ${themes}`} theme="dark" />
    </div>
  )
}

function Coloured({ theme }: { readonly theme: 'light' | 'dark' }) {
  const { codeHighlightThemeLight: light, codeHighlightThemeDark: dark } = useUnit($appearance)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void loadCodeColours()
      .then(({ colourCode }) => content.current && colourCode(content.current, { light, dark }, false))
      // Without the grammar the sample stays plain.
      .catch(() => {})
  }, [light, dark])
  return (
    <div ref={content} className="ui-prose" data-theme={theme} lang="en">
      <pre tabIndex={0}>
        <code className="language-typescript">{SAMPLE}</code>
      </pre>
    </div>
  )
}
