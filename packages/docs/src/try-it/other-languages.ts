import { addressOf, isConditional, pairsOf, quoted, type Request, requestUrl } from '../contract/request.ts'

/** Python 3 without packages. */
export function pythonCode(baseUrl: string, request: Request): string {
  const pairs = pairsOf(request, 'query').map(pair => `    (${pair.map(quoted).join(', ')}),\n`)
  const headers = pairsOf(request, 'header').map(pair => pair.map(quoted).join(': '))
  const address = quoted(addressOf(baseUrl, request)) + (pairs.length > 0 ? " + '?' + query" : '')
  const options = headers.length > 0 ? `, headers={${headers.join(', ')}}` : ''
  const [field = ''] = [request.page ?? request.fields[0]]
  const lines = [
    `with urlopen(Request(${address}${options})) as response:`,
    '    body = json.load(response)',
    ...(request.page
      ? [`for edge in body['${field}']['edges']:`, "    print(edge['node'])"]
      : [`print(body['${field}'])`]),
  ]
  const mayBeSame = isConditional(request)
  // urllib takes a 304 for an error.
  const guarded = [
    'try:',
    ...lines.map(line => `    ${line}`),
    'except HTTPError as error:',
    '    if error.code != 304:',
    '        raise',
    "    print('not modified')",
  ]
  return `import json
${mayBeSame ? 'from urllib.error import HTTPError\n' : ''}${pairs.length > 0 ? 'from urllib.parse import urlencode\n' : ''}from urllib.request import Request, urlopen

${pairs.length > 0 ? `query = urlencode([\n${pairs.join('')}])\n` : ''}${(mayBeSame ? guarded : lines).join('\n')}`
}

/** Go without packages; prints the JSON. */
export function goCode(baseUrl: string, request: Request): string {
  const pairs = pairsOf(request, 'query').map(pair => `\tquery.Add(${pair.map(double).join(', ')})\n`)
  const headers = pairsOf(request, 'header').map(
    pair => `\trequest.Header.Set(${pair.map(double).join(', ')})\n`,
  )
  const address = double(addressOf(baseUrl, request)) + (pairs.length > 0 ? '+"?"+query.Encode()' : '')
  return `package main

import (
\t"io"
\t"net/http"
${pairs.length > 0 ? '\t"net/url"\n' : ''}\t"os"
)

func main() {
${pairs.length > 0 ? `\tquery := url.Values{}\n${pairs.join('')}` : ''}\trequest, err := http.NewRequest("GET", ${address}, nil)
\tif err != nil {
\t\tpanic(err)
\t}
${headers.join('')}\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer response.Body.Close()
\tio.Copy(os.Stdout, response.Body)
}`
}

/** Java 11 and later without packages; prints the JSON. */
export function javaCode(baseUrl: string, request: Request): string {
  const headers = pairsOf(request, 'header').map(pair => `\n      .header(${pair.map(double).join(', ')})`)
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Sample {
  public static void main(String[] args) throws Exception {
    var uri = URI.create(
      ${double(requestUrl(baseUrl, request).href)});
    var request = HttpRequest.newBuilder(uri)${headers.join('')}.build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.body());
  }
}`
}

function double(text: string): string {
  return JSON.stringify(text)
}
