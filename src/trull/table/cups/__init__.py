"""A cup evening served from its file: desk, pads at the tables, wall, own evening, papers.

file      the cup file on disk: locked, appended to, durable before anything is answered
keys      links as capabilities: who has a secret has its role
desk      the live cup: commands in batches, one writing device a table, who waits for news
pictures  what each role may see, built up
papers    what is printed, as data
server    routes, limits, headers
"""
