import { expect, it } from "vitest";
import {
  cacheName,
  withAbsoluteAddresses,
  fileFor,
  isEngineFile,
  olderCaches,
  unloadedPage,
} from "../../../src/device/offline/cached_files";

const FILES = { "/": "a", "/mark.svg": "b", "/assets/index-1.js": "c", "/engine/prikup.zip": "d" };
const SITE = { document: "/", files: FILES };
const SERVER = { document: "/index.html", files: { "/index.html": "a", "/assets/index-1.js": "c" } };

it("a request for a build file is answered with that file", () => {
  expect(fileFor(SITE, "/assets/index-1.js", false)).toBe("/assets/index-1.js");
  expect(fileFor(SITE, "/mark.svg", true)).toBe("/mark.svg");
  expect(fileFor(SITE, "/", false)).toBe("/");
});

it("every page of the site is answered with the document, regardless of its path", () => {
  for (const path of ["/", "/index.html", "/t/a1b2", "/rules/", "/matches/x/3"])
    expect(fileFor(SITE, path, true)).toBe("/");
});

it("paths other than pages and build files are left to the server", () => {
  expect(fileFor(SITE, "/api/bootstrap", false)).toBeUndefined();
  expect(fileFor(SITE, "/assets/index-0.js", false)).toBeUndefined();
  expect(fileFor(SITE, "/robots.txt", true)).toBeUndefined();
});

it("addresses of a server's API are left to the server, even if opened as pages", () => {
  for (const path of ["/", "/index.html", "/t/a1b2", "/matches/x/3"])
    expect(fileFor(SERVER, path, true)).toBe("/index.html");
  for (const path of ["/api/openapi", "/api/tables/a1b2/log"]) expect(fileFor(SERVER, path, true)).toBeUndefined();
});

it("unloadedPage removes the scripts of the document and shows its notice of a failed load", () => {
  const text =
    '<head><link href="./a.css" /><script>1</script></head><div id="app"></div><div id="skeleton"><div></div></div>' +
    '<div id="unloaded" hidden><p>Load it again</p></div><script src="./b.js"></script>';
  expect(unloadedPage(text)).toBe('<head></head><div id="app"></div><div id="unloaded"><p>Load it again</p></div>');
});

it("olderCaches returns the caches of other builds, but no caches of other pages", () => {
  const names = [cacheName("1", "/"), cacheName("2", "/"), "of-another-page"];
  expect(olderCaches(names, cacheName("2", "/"))).toEqual([cacheName("1", "/")]);
});

it("olderCaches returns no caches of builds in other folders of the origin", () => {
  const names = ["/", "/cards/", "/cards/old/"].flatMap((root) => [cacheName("1", root), cacheName("2", root)]);
  expect(new Set(names).size).toBe(6);
  expect(olderCaches(names, cacheName("2", "/"))).toEqual([cacheName("1", "/")]);
  expect(olderCaches(names, cacheName("2", "/cards/"))).toEqual([cacheName("1", "/cards/")]);
});

it("withAbsoluteAddresses makes the relative addresses of a document absolute within its folder", () => {
  const text =
    '<link href="./mark.svg"><a href=""></a><script src="./assets/index-1.js"></script><a href="https://x.example/./">';
  expect(withAbsoluteAddresses("/cards/", text)).toBe(
    '<link href="/cards/mark.svg"><a href=""></a><script src="/cards/assets/index-1.js"></script>' +
      '<a href="https://x.example/./">',
  );
});

it("isEngineFile is true only for files of the engine", () => {
  expect(Object.keys(FILES).filter(isEngineFile)).toEqual(["/engine/prikup.zip"]);
});
