/** Broken XML written anew by a forgiving reader: every tag closed and ordered, every `&` and `<` that means itself escaped. */
import { Parser } from 'htmlparser2'

const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi
const DEPTH_MAX = 200

export function tidied(text: string): string {
  const out: string[] = []
  let depth = 0
  let inside = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth <= DEPTH_MAX) out.push(`<${name}${written(attributes)}>`)
      },
      onclosetag(name) {
        if (depth <= DEPTH_MAX) out.push(`</${name}>`)
        depth -= 1
      },
      ontext(data) {
        if (inside) out.push(data)
        else if (depth > 0) out.push(data.replace(ENTITY, named).replaceAll('<', '&lt;'))
      },
      oncdatastart() {
        inside = true
        out.push('<![CDATA[')
      },
      oncdataend() {
        inside = false
        out.push(']]>')
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(text)
  return out.join('')
}

function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([name]) => /^[a-z_][\w:.-]*$/i.test(name))
    .map(
      ([name, value]) =>
        ` ${name}="${value.replace(ENTITY, '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`,
    )
    .join('')
}

/** HTML's own entities are kept, as the feed reader knows them; a lone ampersand becomes one. */
function named(ampersand: string, offset: number, whole: string): string {
  return /^&[a-z]\w{1,30};/i.test(whole.slice(offset, offset + 34)) ? ampersand : '&amp;'
}
