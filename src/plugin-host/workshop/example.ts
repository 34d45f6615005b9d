/** What the workshop begins with: a command and a panel on the words of an entry. */
const code = `lectern.start({
  start(host) {
    // The palette offers it by its title, a text below. You choose its keys under Settings, Shortcuts.
    host.command({
      id: 'word-count:count',
      title: 'count',
      needs: 'entry',
      run: async ({ entry }) => {
        const html = await host.contentOf(entry.id)
        return { key: 'counted', values: { number: words(html) } }
      },
    })
    // It stands above the content of the open entry.
    host.entryPanel({
      $tree: host.reader.$open.map((open) =>
        open ? { kind: 'notice', text: String(words(open.html)) } : null,
      ),
    })
  },
})

function words(html) {
  const text = (html ?? '').replace(/<[^>]*>/g, ' ')
  const parts = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return [...parts].filter((part) => part.isWordLike).length
}
`

const texts = {
  en: {
    description: 'Counts the words of an entry.',
    count: 'Count the words',
    counted: 'Words: {{number}}',
  },
  ja: { description: '記事の単語を数えます。', count: '単語を数える', counted: '単語数: {{number}}' },
  'zh-CN': { description: '统计条目的词数。', count: '统计词数', counted: '词数：{{number}}' },
  'zh-TW': { description: '統計條目的詞數。', count: '統計詞數', counted: '詞數：{{number}}' },
}

export const example = {
  id: 'word-count',
  name: 'Word count',
  permissions: ['entries:read'],
  hosts: '',
  code,
  contentStyles: '',
  partStyles: '',
  server: '',
  texts: `${JSON.stringify(texts, null, 2)}\n`,
}
