const PICTURE = /<img\b(?:"[^"]*"|'[^']*'|[^"'>])*?\ssrc=(?:"([^"]*)"|'([^']*)')/gi

/** The addresses of the pictures in a text, in order. @param html as a serialiser writes it, with `&` and quotes escaped */
export const picturesInHtml = (html: string): string[] =>
  [...html.matchAll(PICTURE)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
